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

/// A method call.
struct BusCall {
  var destination: String
  var path: String
  var interface: String
  var method: String
  var arguments: [BusArgument]

  /// A call whose arguments are of any type.
  init(destination: String, path: String, interface: String, method: String, values: [BusArgument]) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.method = method
    arguments = values
  }

  /// A call whose arguments, if any, are all strings.
  init(destination: String, path: String, interface: String, method: String, arguments: [String] = []) {
    self.init(
      destination: destination, path: path, interface: interface, method: method, values: arguments.map { .text($0) })
  }
}

/// An argument of a call, with the type it has on the wire.
enum BusArgument: Equatable, Sendable {
  /// `s`, a string.
  case text(String)
  /// `b`, a boolean.
  case boolean(Bool)
  /// `y`, a byte.
  case byte(UInt8)
  /// `u`, an unsigned 32-bit number.
  case number(UInt32)
  /// `i`, a signed 32-bit number.
  case signed(Int32)
  /// `as`, an array of strings.
  case texts([String])
  /// `a{sv}`, a dictionary whose values may each be of another type.
  case variants([String: BusArgument])
}

/// What to listen to. The sender is a unique name, or the bus itself: GLib compares those with each message, whereas a
/// well-known name could be claimed by whoever sends a signal to us alone.
struct BusMatch {
  var sender: String
  var interface: String
  var member: String
  var firstArgument: String?
}

/// A call that failed.
struct BusCallFailure: Error, Equatable {
  /// The reason as GLib gives it.
  let message: String
  /// The name of the error that the called service, or the bus, answered; nil if there was no answer.
  var errorName: String?
  /// Whether the deadline passed without an answer.
  var hasTimedOut = false
}
