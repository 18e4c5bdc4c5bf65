internal import DBus

/// Why a notification can't be shown or closed.
public enum DesktopNotificationError: Error, Sendable, Equatable {
  /// There is no session bus, or it can't be reached.
  case noBus
  /// Nobody on the bus shows notifications, and nobody can be started to.
  case noService
  /// The service, or the bus, did not answer in time; the notification may be shown nevertheless.
  case noAnswer
  /// The service or the bus ended before it answered; what it showed is gone.
  case serviceVanished
  /// The service calls it one of too many like it, after several tries.
  case tooManyAlike
  /// The service refused with this error.
  case refused(name: String, message: String)
  /// ``DesktopNotifications/stop()`` was called.
  case stopped

  /// What kind of error it is, for logs: the service's own message may repeat what it was to show.
  public var kind: String { if case .refused(let name, _) = self { "refused: \(name)" } else { "\(self)" } }
}

extension DesktopNotificationError {
  /// Plasma's answer to a notification like one that it was sent less than a second ago.
  private static let excess = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
  /// The bus's answers where the called connection is no longer there.
  private static let gone: Set<String> = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
  ]

  /// What the failure of a call to the notification service means.
  init(_ failure: BusCallFailure) {
    if failure.hasTimedOut {
      self = .noAnswer
    } else if let name = failure.errorName, !Self.gone.contains(name) {
      self = name == Self.excess ? .tooManyAlike : .refused(name: name, message: failure.message)
    } else {
      self = .serviceVanished
    }
  }
}
