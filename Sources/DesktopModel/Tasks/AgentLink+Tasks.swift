public import AgentAPI
public import FoundationEssentials
public import SecretMemory
internal import VaultClient
public import VaultModel

extension AgentLink: TaskService {
  public func page(_ query: TaskQuery) async throws(Failure) -> TaskPage { try await send(ListTasks(query)) }

  public func task(_ id: UUID) async throws(Failure) -> TaskRow { try await send(ShowTask(task: id.text)) }

  public func task(beginning id: String) async throws(Failure) -> TaskRow { try await send(ShowTask(task: id)) }

  public func add(_ draft: TaskDraft) async throws(Failure) -> TaskRow { try await send(AddTask(draft)) }

  public func add(
    _ draft: TaskDraft, sealing text: SharedSecret, hasSteps: Bool
  ) async throws(Failure) -> TaskRow {
    try await ask(AddProtectedTask(draft: draft, hasSubtasks: hasSteps), text: text)
  }

  public func change(_ request: some AgentRequest<TaskChangeReport>) async throws(Failure) -> TaskChangeReport {
    try await send(request)
  }

  public func change(
    _ request: some AgentRequest<TaskChangeReport>, asking text: SharedSecret?
  ) async throws(Failure) -> TaskChangeReport {
    try await ask(request, text: text)
  }
}
