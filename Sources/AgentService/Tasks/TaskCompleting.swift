internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

/// Makes tasks done, with all that follows from it.
protocol TaskCompleting: Sendable {
  /// Makes open tasks done; those that repeat move on. Texts that serve once are destroyed.
  ///
  /// - Returns: the tasks as they are now, and the operation that made them so.
  /// - Throws: ``Failure`` with ``Failure/Code/inputOutput`` also when they are done, and a sealed text could not be destroyed yet.
  func complete(_ open: [TodoTask], at now: Date) async throws(Failure) -> (tasks: [TodoTask], operation: TaskOperation)

  /// Whether completing one of the tasks destroys its text: not while it repeats.
  func destroysText(completing open: [TodoTask], at now: Date) async throws(Failure) -> Bool
}

extension TaskService: TaskCompleting {}
