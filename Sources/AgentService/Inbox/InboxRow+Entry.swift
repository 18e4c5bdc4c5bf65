internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import ServerAPI

extension InboxRow {
  /// An item as people see it.
  ///
  /// - Parameter task: the short id of the task that was made of it.
  init(_ entry: InboxEntry, at now: Date, task: String? = nil) {
    let payload = entry.payload
    self.init(
      number: entry.sequence, kind: payload?.kind.name ?? "notice", title: payload?.title ?? "Expired",
      text: payload?.text ?? "", state: Self.state(entry, payload, now), hasPicture: payload?.picture != nil,
      dueDate: payload?.due, needsVerification: payload?.needsVerification ?? false, receivedAt: entry.createdAt,
      problem: payload.flatMap { $0.problems.isEmpty ? nil : $0.problems.joined(separator: "; ") }, task: task)
  }

  private static func state(_ entry: InboxEntry, _ payload: PushPayload?, _ now: Date) -> State {
    switch entry.state {
    case .accepted: .accepted
    case .rejected: .rejected
    case .pending where entry.isExpired(at: now): .expired
    case .pending: .unread
    case .read: payload?.kind == .task ? .pending : .read
    }
  }
}
