/// Remembers, beyond the end of the process, that the owner logged out: until the next login nothing logs in silently.
public protocol LogoutStateStore: Sendable {
  /// Whether the owner logged out. Throwing counts as "not known", and then nothing logs in silently either.
  func isLoggedOut() async throws -> Bool
  /// Stores it.
  func setLoggedOut(_ loggedOut: Bool) async throws
}
