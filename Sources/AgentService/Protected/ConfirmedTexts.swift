internal import FoundationEssentials
internal import OwnerVerification
internal import Synchronization
internal import VaultModel

/// What the running agent knows of the owner's confirmed texts: the list as the last unlock proved it, how far it has come, and what was
/// shown since and is to be confirmed. Nothing in it is secret.
final class ConfirmedTexts: Sendable {
  /// A task whose text was shown, as it was then.
  struct Shown: Sendable {
    let task: TodoTask
    /// The owner's marks of those of its texts that had none, by their ids.
    let marks: [UUID: [UInt8]]
  }

  private struct State {
    var list: ConfirmedList?
    var floor: UInt64 = 0
    var shown: [UUID: Shown] = [:]
  }

  private let state = Mutex(State())
  /// Whose turn it is to change the list.
  let mutex = AsyncMutex()

  /// The list as it was proven since the unlock, or written by this agent.
  var list: ConfirmedList? { state.withLock { $0.list } }

  /// The highest generation that this agent has proved: no file lowers it.
  var floor: UInt64 { state.withLock { $0.floor } }

  /// Keeps a list that is proven, and in force.
  func keep(_ list: ConfirmedList) {
    state.withLock { state in
      state.list = list
      state.floor = max(state.floor, list.generation)
    }
  }

  /// Has the list read and proven again before it is next used.
  func forgetList() { state.withLock { $0.list = nil } }

  /// Keeps what was shown until it is confirmed.
  func add(_ shown: Shown) { state.withLock { $0.shown[shown.task.id] = shown } }

  /// What was shown and is not confirmed yet; nobody else gets it.
  func takeShown() -> [Shown] {
    state.withLock { state in
      defer { state.shown = [:] }
      return Array(state.shown.values)
    }
  }
}
