internal import DBus

/// A remote object: the owner of a bus name, and a path.
struct BusObject {
  let destination: String
  let path: String
}

/// How a prompt of the service ended.
enum PromptOutcome: Equatable {
  /// The person agreed; what the service says of it.
  case completed(BusValue)
  /// The person, or a service without a way to ask, dismissed it.
  case dismissed
}

extension BusValue {
  /// The path; nil for another type and for "/", which stands for none in this interface.
  var somePath: String? { text == "/" ? nil : text }
}
