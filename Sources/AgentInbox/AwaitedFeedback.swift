public import FoundationEssentials
internal import Synchronization

/// The comments and likes whose outcome somebody waits for, and will be told.
public final class AwaitedFeedback: Sendable {
  private let ids = Mutex<Set<UUID>>([])

  /// Nobody waits.
  public init() {}

  /// Somebody waits from now on.
  public func begin(_ id: UUID) { ids.withLock { _ = $0.insert(id) } }

  /// Nobody waits any longer.
  public func end(_ id: UUID) { ids.withLock { _ = $0.remove(id) } }

  /// Whether somebody waits.
  func contains(_ id: UUID) -> Bool { ids.withLock { $0.contains(id) } }
}
