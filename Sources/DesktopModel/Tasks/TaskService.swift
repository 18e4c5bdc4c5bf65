public import AgentAPI
public import FoundationEssentials
public import SecretMemory
public import VaultModel

/// What the window asks of the agent about tasks.
public protocol TaskService: Sendable {
  /// What a query finds.
  func page(_ query: TaskQuery) async throws(Failure) -> TaskPage

  /// One task with all that lists leave out, but no protected text.
  func task(_ id: UUID) async throws(Failure) -> TaskRow

  /// The task whose id begins so, as the agent calls it.
  func task(beginning id: String) async throws(Failure) -> TaskRow

  /// Adds an ordinary task.
  func add(_ draft: TaskDraft) async throws(Failure) -> TaskRow

  /// Adds a protected task.
  ///
  /// - Parameters:
  ///   - draft: all but its text.
  ///   - hasSteps: whether the lines of the text that begin with `- ` are its steps.
  func add(_ draft: TaskDraft, sealing text: SharedSecret, hasSteps: Bool) async throws(Failure) -> TaskRow

  /// Changes tasks.
  func change(_ request: some AgentRequest<TaskChangeReport>) async throws(Failure) -> TaskChangeReport

  /// Changes tasks, for which the owner may be asked.
  ///
  /// - Parameter text: the protected text that is asked for; nil has the person asked.
  func change(
    _ request: some AgentRequest<TaskChangeReport>, asking text: SharedSecret?
  ) async throws(Failure) -> TaskChangeReport
}
