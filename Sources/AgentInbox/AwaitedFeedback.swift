public import FoundationEssentials
internal import Synchronization

/// The comments and likes whose outcome somebody waits for, and will be told.
public final class AwaitedFeedback: Sendable {
  /// Whether each was sent.
  private let states = Mutex<[UUID: Bool]>([:])

  /// Nobody waits.
  public init() {}

  /// Somebody waits from now on.
  public func begin(_ id: UUID) { states.withLock { $0[id] = false } }

  /// The server has taken it; said before the store forgets it.
  public func recordSent(_ id: UUID) { states.withLock { if $0[id] != nil { $0[id] = true } } }

  /// Nobody waits any longer.
  ///
  /// - Returns: whether it was sent meanwhile.
  @discardableResult
  public func end(_ id: UUID) -> Bool { states.withLock { $0.removeValue(forKey: id) } ?? false }

  /// Whether somebody waits.
  func contains(_ id: UUID) -> Bool { states.withLock { $0[id] != nil } }
}
