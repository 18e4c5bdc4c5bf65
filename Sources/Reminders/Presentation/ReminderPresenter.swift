/// Shows notifications, for instance through the desktop's notification service.
///
/// Calls return within seconds, also when the service hangs.
public protocol ReminderPresenter: Sendable {
  /// What happens to the notifications and to the service, in order, for one listener. There is no service until an event says
  /// so, or who makes the ``ReminderService``.
  var events: AsyncStream<ReminderPresenterEvent> { get }

  /// Shows a notification, in place of the one of the same id.
  func show(_ notification: ReminderNotification) async throws(ReminderPresenterError)

  /// Takes a notification down; one that is not shown is none to take down. No event reports it.
  func withdraw(_ id: ReminderNotificationID) async throws(ReminderPresenterError)

  /// Takes down what an earlier run of this program left on the screen, as far as that is known. Called when a service
  /// appears, before anything is shown.
  func clear() async throws(ReminderPresenterError)
}

/// What happens to a notification that is shown, or to the service that shows it.
public enum ReminderPresenterEvent: Equatable, Sendable {
  /// The owner says that it is done; the notification is gone.
  case done(ReminderNotificationID)
  /// The owner wants it once more, later; the notification is gone.
  case snooze(ReminderNotificationID)
  /// The owner wants to see the task; the notification is gone.
  case open(ReminderNotificationID)
  /// The owner took the notification away.
  case dismissed(ReminderNotificationID)
  /// The notification went away by itself.
  case expired(ReminderNotificationID)
  /// There is a service, or another one than before, which shows nothing yet.
  case serviceAppeared
  /// There is no service any more, and nothing is shown.
  case serviceVanished
}

/// Why a notification could not be shown or taken down.
public struct ReminderPresenterError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened; never a task's text.
  public let description: String

  /// Says what happened.
  public init(_ description: String) { self.description = description }
}
