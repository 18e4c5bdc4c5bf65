internal import DBus

/// Why no window shows what it was asked to.
public enum WindowActivationError: Error, Sendable, Equatable {
  /// There is no session bus, or it can't be reached.
  case noBus
  /// No window runs, and the bus knows of none that it could start.
  case notInstalled
  /// It did not answer in time; it may show it nevertheless.
  case noAnswer
  /// It, or the bus, refused with this error.
  case refused(name: String)

  init(_ failure: BusCallFailure) {
    self = failure.hasTimedOut ? .noAnswer : failure.errorName.map { .refused(name: $0) } ?? .noBus
  }
}
