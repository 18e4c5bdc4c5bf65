public import FoundationEssentials
internal import Synchronization

/// Remembers, beyond the end of the process, which servers are still to be told that a device was left. What it keeps is secret.
public protocol DepartureMemory: Sendable {
  /// All that are kept.
  func departures() async throws -> [Departure]
  /// Keeps one.
  func keep(_ departure: Departure) async throws
  /// Forgets those of a user of a server.
  func forget(_ user: UUID, at origin: ServerOrigin) async throws
}

/// Remembers as long as the process lives: for tests and previews.
public final class InMemoryDepartureMemory: DepartureMemory {
  private let kept = Mutex<[Departure]>([])

  /// Begins with none.
  public init() {}

  /// All that are kept.
  public func departures() -> [Departure] { kept.withLock { $0 } }

  /// Keeps one.
  public func keep(_ departure: Departure) { kept.withLock { $0.append(departure) } }

  /// Forgets those of a user of a server.
  public func forget(_ user: UUID, at origin: ServerOrigin) {
    kept.withLock { $0.removeAll { $0.user == user && $0.origin == origin } }
  }
}
