public import AgentAPI
public import FoundationEssentials
public import VaultModel

/// What the window asks of the agent about tasks.
public protocol TaskService: Sendable {
  /// What a query finds.
  func page(_ query: TaskQuery) async throws(Failure) -> TaskPage

  /// One task with all that lists leave out, but no protected text.
  func task(_ id: UUID) async throws(Failure) -> TaskRow

  /// Adds an ordinary task.
  func add(_ draft: TaskDraft) async throws(Failure) -> TaskRow

  /// Makes tasks done, or opens done ones again.
  func setDone(_ isDone: Bool, _ ids: [UUID]) async throws(Failure) -> TaskChangeReport

  /// Makes steps of a task done, or opens them again.
  ///
  /// - Parameter numbers: their places in the task's list, counted from 1.
  func setDone(_ isDone: Bool, steps numbers: [Int], of id: UUID) async throws(Failure) -> TaskChangeReport

  /// Removes tasks.
  func delete(_ ids: [UUID]) async throws(Failure) -> TaskChangeReport

  /// Takes one change back, and no other.
  func undo(_ operation: Int64) async throws(Failure) -> TaskChangeReport
}
