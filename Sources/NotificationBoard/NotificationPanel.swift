/// A feature's own place on the board. The raw value is the name under which it is remembered what is shown there.
public enum NotificationPanel: String, CaseIterable, Sendable {
  /// Reminders of tasks.
  case reminders = "shown-notifications"
  /// What comes to the inbox.
  case inbox = "shown-inbox"
  /// What keeps this machine from its server.
  case server = "shown-server"
}
