public import FoundationEssentials
public import ServerClient
import Synchronization

/// Remembers as long as the process lives.
public final class InMemoryDeregistrationStore: DeregistrationStore {
  private let kept = Mutex<[PendingDeregistration]>([])

  /// Begins with none.
  public init() {}

  /// All that are kept.
  public func pending() -> [PendingDeregistration] { kept.withLock { $0 } }

  /// Keeps one.
  public func save(_ deregistration: PendingDeregistration) { kept.withLock { $0.append(deregistration) } }

  /// Forgets those of a user of a server.
  public func forget(_ user: UUID, at origin: ServerOrigin) {
    kept.withLock { $0.removeAll { $0.user == user && $0.origin == origin } }
  }
}
