public import ServerClient
import Synchronization

/// Remembers as long as the process lives.
public final class InMemoryLogoutStateStore: LogoutStateStore {
  private let flag: Mutex<Bool>

  /// Begins with a value.
  public init(isLoggedOut: Bool = false) { flag = Mutex(isLoggedOut) }

  /// Whether the owner logged out.
  public func isLoggedOut() -> Bool { flag.withLock { $0 } }

  /// Keeps it.
  public func setLoggedOut(_ loggedOut: Bool) { flag.withLock { $0 = loggedOut } }
}
