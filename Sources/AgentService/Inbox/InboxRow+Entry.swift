internal import AgentAPI
internal import AgentInbox
internal import CivilTime
internal import FoundationEssentials
internal import Inbox
internal import Sealing
internal import ServerAPI
internal import VaultModel

extension InboxRow {
  /// An item as people see it.
  ///
  /// - Parameters:
  ///   - task: the short id of the task that was made of it here; nil for none.
  ///   - nicknames: what the owner calls people.
  init(_ entry: InboxEntry, of owner: InboxOwner, at now: Date, task: String?, _ nicknames: [UUID: String]) {
    let payload = entry.payload
    let picture = payload?.picture
    let due = payload?.dueMoment(in: .system())
    let problems = payload?.problems(on: owner.server) ?? []
    self.init(
      number: entry.sequence, kind: payload?.kind.name ?? Self.kind(ofEmpty: entry),
      title: payload?.title
        ?? (entry.isRedacted ? "Redacted" : entry.isReplaced ? "Replaced by a newer one" : "Expired"),
      text: payload?.text ?? "", state: Self.state(entry, now),
      hasPicture: picture?.isOn(owner.server) ?? false,
      dueDate: due?.date, isAllDay: due?.isAllDay == true ? true : nil,
      needsVerification: payload?.needsVerification ?? false, receivedAt: entry.createdAt,
      problem: problems.isEmpty ? nil : problems.joined(separator: "; "), task: task,
      isSilent: entry.isSilent, identity: InboxIdentity(entry, of: owner),
      isRedacted: entry.isRedacted ? true : nil,
      sender: entry.sender.map { InboxSender($0, for: owner.user, nicknames) },
      isDecidedByNotification: entry.state.isDecision && entry.isDecidedByNotification ? true : nil,
      place: payload?.place, thread: payload?.threadID)
  }

  /// Only a task is accepted. What else it may have been went with its text.
  private static func kind(ofEmpty entry: InboxEntry) -> String {
    (entry.wasProposal || entry.state == .accepted ? PushKind.task : .notice).name
  }

  private static func state(_ entry: InboxEntry, _ now: Date) -> State {
    switch entry.state {
    case .accepted: .accepted
    case .rejected: .rejected
    case .pending where entry.isRedacted: .read
    case .pending where entry.isExpired(at: now): .expired
    case .read where entry.isRedacted: .read
    case .read where entry.wantsDecision && entry.isExpired(at: now): .expired
    // What shows nothing can't be unread, and isn't counted so.
    case .pending where !entry.isSilent && !entry.isCleared: .unread
    case .pending, .read: entry.wantsDecision ? .pending : .read
    }
  }
}

extension InboxIdentity {
  /// What names an item: a server may give a push of the same id another text.
  init(_ entry: InboxEntry, of owner: InboxOwner) {
    self.init(owner: owner.text, push: entry.push, content: entry.payload.map { Self.content($0.raw, entry.sender) })
  }

  private static func content(_ text: String, _ sender: ItemSender?) -> String {
    let sender = sender.map { "\($0.kind.rawValue) \($0.id?.uuidString ?? "-") \($0.name)" } ?? ""
    return Data(SHA256.digest(of: Array("\(text.utf8.count) \(text)\(sender)".utf8))).base64EncodedString()
  }
}

extension PushPayload {
  /// Where what it is about is shown; nil for the item itself.
  var place: InboxPlace? {
    // What brings no message of its own tells of one that somebody has written.
    topic == .messages && message == nil ? .correspondence : topic.map(InboxPlace.init)
  }
}

extension InboxPlace {
  /// Where a topic is shown.
  init(_ topic: InboxTopic) {
    self =
      switch topic {
      case .messages: .messages
      case .followers: .profile
      case .proposals: .proposals
      }
  }
}

extension InboxSender {
  /// - Parameters:
  ///   - user: who reads it.
  ///   - nicknames: what they call people.
  init(_ sender: ItemSender, for user: UUID, _ nicknames: [UUID: String]) {
    self.init(
      kind: sender.kind.rawValue, name: sender.name, id: sender.id, text: sender.text(for: user, nicknames),
      nickname: sender.id.flatMap { nicknames[$0] })
  }
}

extension PushPayload {
  /// What is wrong with it for somebody whose inbox is on that server, a few words each.
  func problems(on server: String) -> [String] {
    guard let picture, !picture.isOn(server) else { return problems }
    return problems + ["the picture is not from your server"]
  }
}
