/// A signal that arrived.
public struct BusSignal: Sendable {
  /// The object that sent it.
  public let path: String
  /// What it says.
  public let arguments: [BusValue]
}

/// A method call.
public struct BusCall: Sendable {
  /// Whom it goes to: a bus name, unique or well known.
  public var destination: String
  /// The object.
  public var path: String
  /// The interface of the method.
  public var interface: String
  /// The method.
  public var method: String
  /// What it is given, in order.
  public var arguments: [BusArgument]

  /// A call whose arguments are of any type.
  public init(destination: String, path: String, interface: String, method: String, values: [BusArgument]) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.method = method
    arguments = values
  }

  /// A call whose arguments, if any, are all strings.
  public init(destination: String, path: String, interface: String, method: String, arguments: [String] = []) {
    self.init(
      destination: destination, path: path, interface: interface, method: method, values: arguments.map { .text($0) })
  }
}

/// What to listen to. The sender is a unique name, or the bus itself: GLib compares those with each message, whereas a
/// well-known name could be claimed by whoever sends a signal to us alone.
public struct BusMatch: Sendable {
  /// Who sends it.
  public var sender: String
  /// The interface of the signal.
  public var interface: String
  /// The signal.
  public var member: String
  /// What its first argument says; nil for anything.
  public var firstArgument: String?

  /// Names a signal.
  public init(sender: String, interface: String, member: String, firstArgument: String? = nil) {
    self.sender = sender
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
  }
}

/// A call that failed.
public struct BusCallFailure: Error, Equatable {
  /// The reason as GLib gives it.
  public let message: String
  /// The name of the error that the called service, or the bus, answered; nil if there was no answer.
  public var errorName: String?
  /// Whether the deadline passed without an answer.
  public var hasTimedOut: Bool
  /// Whether the answer is of another type than was asked for.
  public var isOfOtherType = false

  /// Makes one.
  public init(message: String, errorName: String? = nil, hasTimedOut: Bool = false) {
    self.message = message
    self.errorName = errorName
    self.hasTimedOut = hasTimedOut
  }
}
