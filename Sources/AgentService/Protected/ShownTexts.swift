internal import FoundationEssentials
internal import Synchronization
internal import VaultModel

/// What was shown to the owner and is still to be confirmed. Nothing in it is secret.
final class ShownTexts: Sendable {
  /// A task whose text was shown, as it was then.
  struct Shown: Sendable {
    let task: TodoTask
    /// The owner's MACs of those of its texts that had none, by their ids.
    let codes: [UUID: [UInt8]]
  }

  private let shown = Mutex<[UUID: Shown]>([:])

  /// Keeps what was shown until it is confirmed.
  func add(_ one: Shown) { shown.withLock { $0[one.task.id] = one } }

  /// All of it; nobody else gets it.
  func removeAll() -> [Shown] {
    shown.withLock { shown in
      defer { shown = [:] }
      return Array(shown.values)
    }
  }
}
