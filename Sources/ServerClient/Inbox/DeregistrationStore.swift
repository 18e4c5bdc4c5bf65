public import FoundationEssentials
internal import Synchronization

/// Remembers, beyond the end of the process, which servers are still to be told that a device was left. What it keeps is secret.
public protocol DeregistrationStore: Sendable {
  /// All that are kept.
  func pending() async throws -> [PendingDeregistration]
  /// Keeps one.
  func save(_ deregistration: PendingDeregistration) async throws
  /// Forgets those of a user of a server.
  func forget(_ user: UUID, at origin: ServerOrigin) async throws
}

/// Remembers as long as the process lives: for tests and previews.
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
