public import AgentAPI
public import FoundationEssentials
internal import Localization
internal import VaultModel

/// A proposal that is about to be made: of a task that there is, or of one that is typed.
@MainActor
public final class ProposalModel {
  private let service: any ProposalService
  /// What was sent last, with its key: sent once more after a lost answer it is one proposal.
  private var sent: ProposalDraft?

  /// Has proposed nothing yet.
  public init(_ service: any ProposalService) { self.service = service }

  /// Proposes a task as it is now: its name, its notes and when it is due. Its steps stay here.
  ///
  /// - Parameter person: the name of a contact, an id, or the first eight digits or more of one.
  /// - Returns: what was done.
  /// - Throws: why not; a protected task is proposed to nobody.
  public func propose(_ task: UUID, to person: String) async throws(Failure) -> Notice {
    try await propose(try await draft(of: task, for: person), of: [task])
  }

  /// What is sent of a task. The rest of it is let go before that: a server may take its time, and the task be protected meanwhile.
  private func draft(of task: UUID, for person: String) async throws(Failure) -> ProposalDraft {
    // It may have been protected since it was shown.
    let row = try await service.task(task)
    guard !row.isProtected, let name = row.name else {
      throw Failure(
        .refused, verbatim: localized("This task is protected, and is proposed to nobody."),
        hint: localized("Nothing was sent."))
    }
    let due = row.dueDate.map { DueMoment($0, isAllDay: row.isAllDay) }
    // The server is asked first who that is, which may take its time: the agent looks once more before the text leaves.
    return ProposalDraft(person: person, name: name, notes: row.notes, due: due, task: task)
  }

  /// Proposes what is typed, as in the quick entry: a name, and when it is due.
  ///
  /// - Parameter user: to whom; by the id nobody else is meant.
  public func propose(_ entry: QuickEntry, to user: UUID) async throws(Failure) -> Notice {
    let draft = ProposalDraft(person: user.uuidString, name: entry.draft.name, due: entry.draft.due)
    return try await propose(draft, of: [])
  }

  private func propose(_ draft: ProposalDraft, of tasks: Set<UUID>) async throws(Failure) -> Notice {
    guard draft.person.contains(where: { !$0.isWhitespace }) else {
      throw Failure(.usage, verbatim: localized("Say to whom."))
    }
    let made = try await service.propose(keyed(draft))
    sent = nil
    let person = PersonName.of(made.user, name: made.name, nickname: made.nickname)
    return Notice(
      localized("Proposed to \(person): “\(draft.name)”"), isFinal: true, tasks: tasks,
      brief: localized("Proposed to \(person)"))
  }

  private func keyed(_ draft: ProposalDraft) -> ProposalDraft {
    var keyed = draft
    keyed.key = sent?.key
    if keyed != sent { keyed.key = UUID().uuidString.lowercased() }
    sent = keyed
    return keyed
  }
}
