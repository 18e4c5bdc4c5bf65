public import AgentAPI
public import FoundationEssentials

/// What the window asks of the agent to propose tasks to others.
public protocol ProposalService: Sendable {
  /// One task with all that lists leave out, but no protected text.
  func task(_ id: UUID) async throws(Failure) -> TaskRow

  /// Proposes a task to somebody, who gets it if they follow the user.
  func propose(_ draft: ProposalDraft) async throws(Failure) -> ProposalRow
}

extension AgentLink: ProposalService {
  public func propose(_ draft: ProposalDraft) async throws(Failure) -> ProposalRow {
    try await askServer(ProposeTask(draft))
  }
}
