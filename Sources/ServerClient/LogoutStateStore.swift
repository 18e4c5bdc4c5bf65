internal import Synchronization

/// Remembers, beyond the end of the process, that the owner logged out: until the next login nothing logs in silently.
public protocol LogoutStateStore: Sendable {
  /// Whether the owner logged out. Throwing counts as "not known", and then nothing logs in silently either.
  func isLoggedOut() async throws -> Bool
  /// Keeps it.
  func setLoggedOut(_ loggedOut: Bool) async throws
}

/// Remembers as long as the process lives: for tests and previews.
public final class InMemoryLogoutStateStore: LogoutStateStore {
  private let flag: Mutex<Bool>

  /// Begins with a value.
  public init(isLoggedOut: Bool = false) { flag = Mutex(isLoggedOut) }

  /// Whether the owner logged out.
  public func isLoggedOut() -> Bool { flag.withLock { $0 } }

  /// Keeps it.
  public func setLoggedOut(_ loggedOut: Bool) { flag.withLock { $0 = loggedOut } }
}
