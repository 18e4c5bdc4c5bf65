internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import ServerAPI
internal import StrictJSON
internal import VaultModel

/// A proposed task as a payload in APNs form.
enum ProposalPayload {
  /// The payload of a draft. A day stands there as that day, beside its last second.
  ///
  /// - Parameter zone: where a moment is the end of a day.
  /// - Throws: ``Failure`` where no task can be so, or it is longer than a push.
  static func text(_ draft: ProposalDraft, in zone: LocalZone = .system()) throws(Failure) -> String {
    try TaskRules.check(TaskDraft(proposed: draft).task(id: UUID(), at: Date(), newID: { UUID() }))
    let text = JSONWriter.text { payload in
      payload.name("aps")
      payload.object { aps in
        aps.name("alert")
        aps.object {
          $0.string("title", draft.name)
          $0.string("body", draft.notes)
        }
        aps.string("category", "TASK")
      }
      payload.string("kind", "task")
      if let due = draft.due {
        payload.plain("due") { MomentText.append(due.date, to: &$0) }
        if due.isAllDay { payload.string("day", zone.dateTime(at: due.date).date.description) }
      }
    }
    guard text.utf8.count <= ServerLimits.payloadByteCount else {
      throw Failure(
        .usage, "A proposal has at most \(ServerLimits.payloadByteCount) bytes, and this one has \(text.utf8.count).",
        hint: "Nothing was sent. Shorten its text or its notes.")
    }
    return text
  }
}

extension TaskDraft {
  fileprivate init(proposed draft: ProposalDraft) {
    self.init(name: draft.name, due: draft.due)
    notes = draft.notes
  }
}
