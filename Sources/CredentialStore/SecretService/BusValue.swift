/// The few types of D-Bus values that the Secret Service speaks, as Swift values.
enum BusValue: Equatable {
  case string(String)
  case path(String)
  case paths([String])
  case boolean(Bool)
  case number(UInt64)
  case word(UInt32)
  case strings([String])
  case dictionary([String: String])
  indirect case variant(BusValue)
  /// A type nobody here asks for, with its signature.
  case other(String)

  /// The path, or nil for another type and for "/", which stands for none in this interface.
  var somePath: String? {
    guard case .path(let path) = self, path != "/" else { return nil }
    return path
  }
}

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
