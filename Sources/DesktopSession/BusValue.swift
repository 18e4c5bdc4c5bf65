/// A D-Bus value as a Swift value. Variants are unwrapped.
indirect enum BusValue: Equatable, Sendable {
  /// A string, an object path or a signature.
  case text(String)
  case boolean(Bool)
  /// An unsigned 32-bit number.
  case number(UInt32)
  /// An index among the descriptors that came with the message.
  case handle(Int)
  /// An array or a structure.
  case list([BusValue])
  /// A dictionary with strings as keys.
  case dictionary([String: BusValue])
  /// A type nobody here asks for, with its signature.
  case other(String)

  var text: String? { if case .text(let value) = self { value } else { nil } }
  var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  var number: UInt32? { if case .number(let value) = self { value } else { nil } }
  var list: [BusValue]? { if case .list(let value) = self { value } else { nil } }
  var dictionary: [String: BusValue]? { if case .dictionary(let value) = self { value } else { nil } }
}

/// A signal that arrived.
struct BusSignal {
  let path: String
  let arguments: [BusValue]
}

/// A method call without its argument values' types: all arguments of the calls made here are strings.
struct BusCall {
  var destination: String
  var path: String
  var interface: String
  var method: String
  var arguments: [String] = []
}

/// What to listen to. The sender is a unique name, or the bus itself: GLib compares those with each message, whereas a
/// well-known name could be claimed by whoever sends a signal to us alone.
struct BusMatch {
  var sender: String
  var interface: String
  var member: String
  var firstArgument: String?
}

/// A call that failed, with the reason as GLib gives it.
struct BusCallFailure: Error, Equatable {
  let message: String
}
