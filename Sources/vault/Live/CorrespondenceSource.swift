internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// The messages page as a live list.
struct CorrespondenceSource: LiveSource {
  static let view = ShowLive.View.messages
  static let title = "Messages"
  static let emptiness = "There are no messages. What people write to you appears here."

  /// Only these; nil for all.
  var kind: CorrespondenceKind?

  func items(_ limit: Int, _ agent: some AgentLink) throws -> [LiveItem] {
    try agent.run(ListCorrespondence(kind: kind, limit: limit, isSeen: false, asksServer: false)).entries.map { row in
      LiveItem(
        number: row.id.liveNumber, title: CorrespondenceText.summary(row), text: "",
        mark: row.isUnread ? .strong("new") : nil, note: DateText(row.date).local, byline: row.author,
        identity: InboxIdentity(owner: "", push: row.id), keys: FeedbackKeys.text)
    }
  }

  func details(of item: LiveTarget, _ agent: some AgentLink) throws -> LiveDetails {
    try details(of: item, isSeen: true, agent)
  }

  private func details(of item: LiveTarget, isSeen: Bool, _ agent: some AgentLink) throws -> LiveDetails {
    let row = try agent.run(ShowCorrespondence(reference(to: item), isSeen: isSeen))
    let feedback = try agent.run(ListFeedback(about: .entry(.id(row.id)))).feedback
    return LiveDetails(
      lines: CorrespondenceText.details(row, feedback), identity: InboxIdentity(owner: "", push: row.id),
      keys: FeedbackKeys.text)
  }

  func present(_ item: LiveTarget, _ agent: some AgentLink) throws -> LiveDetails? {
    do { return try details(of: item, isSeen: false, agent) } catch let failure as Failure where failure.code == .usage
    { return nil }
  }

  func act(_ key: Character, on item: LiveTarget, isConfirmed: Bool, _ agent: some AgentLink) throws -> LiveOutcome {
    try FeedbackKeys.act(key, on: .entry(reference(to: item)), isConfirmed: isConfirmed, agent)
  }

  func ask(_ key: Character, on item: LiveTarget, in context: CommandContext) throws -> String {
    try FeedbackKeys.ask(on: .entry(reference(to: item)), in: context)
  }

  private func reference(to item: LiveTarget) -> CorrespondenceReference {
    if let id = item.identity?.push { return .id(id) }
    return .hint(item: item.number)
  }
}

extension UUID {
  /// A number that stays with it, for a list that counts on numbers.
  fileprivate var liveNumber: Int64 {
    withUnsafeBytes(of: uuid) { Int64(bitPattern: $0.loadUnaligned(as: UInt64.self)) & .max }
  }
}

/// The keys that say something about what somebody has sent.
enum FeedbackKeys {
  /// For the last row.
  static let text = "  c comment  l like"

  static func act(
    _ key: Character, on target: FeedbackTarget, isConfirmed: Bool, _ agent: some AgentLink
  ) throws -> LiveOutcome {
    switch key {
    case "c": .asks
    case "l" where !isConfirmed: .confirms("Press l again to like it: the other one is told.")
    case "l": .done(try agent.run(SetLike(target, isLiked: true)).message)
    default: .nothing
    }
  }

  /// Asks for the comment on the main screen, and sends it.
  static func ask(on target: FeedbackTarget, in context: CommandContext) throws -> String {
    try context.run(Comment(on: target, text: try WrittenText.typed("Comment"))).message
  }
}
