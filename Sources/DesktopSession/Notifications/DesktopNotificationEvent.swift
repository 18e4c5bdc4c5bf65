/// What happened to a notification of ours, or to the service that shows them.
public enum DesktopNotificationEvent: Sendable, Equatable {
  /// The person chose an action. The token, where the desktop gives one, lets a window that opens for it take the focus
  /// (`XDG_ACTIVATION_TOKEN`, `DESKTOP_STARTUP_ID`).
  case action(id: UInt32, key: String, activationToken: String?)
  /// A notification is no longer shown. It comes once for each id.
  case closed(id: UInt32, reason: CloseReason)
  /// There is a service that shows notifications: for the first time, or again.
  case serviceAppeared
  /// The service, or the bus, has ended. All ids are void, and nothing more is reported of them.
  case serviceVanished

  /// Why a notification is no longer shown.
  public enum CloseReason: Sendable, Equatable {
    /// Its time was over.
    case expired
    /// The person closed it.
    case dismissed
    /// ``DesktopNotifications/close(_:)`` was called.
    case closed
    /// Not reported, or something this version does not know.
    case unknown
  }
}

extension DesktopNotificationEvent.CloseReason {
  /// As the specification numbers them.
  init(code: UInt32) {
    switch code {
    case 1: self = .expired
    case 2: self = .dismissed
    case 3: self = .closed
    default: self = .unknown
    }
  }
}
