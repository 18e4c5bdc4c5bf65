/// What starts the agent when its user logs in: one of these, never two.
public enum LoginStart: Sendable, Equatable {
  /// The user's instance of systemd, by ``LoginStartPlaces/unit``.
  case systemd
  /// The desktop, by this file (Desktop Application Autostart Specification).
  case desktop(entry: String)
  /// Nothing: the user has switched it off.
  case switchedOff
  /// Nothing.
  case none
}
