internal import AgentAPI
internal import FoundationEssentials
internal import Localization
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
    try details(of: item, isOpened: true, agent)
  }

  private func details(of item: LiveTarget, isOpened: Bool, _ agent: some AgentLink) throws -> LiveDetails {
    let row = try agent.run(ShowCorrespondence(reference(to: item), isSeen: isOpened))
    let feedback = try agent.run(ListFeedback(about: .entry(.id(row.id)), asksServer: isOpened)).feedback
    return LiveDetails(
      lines: CorrespondenceText.details(row, feedback), identity: InboxIdentity(owner: "", push: row.id),
      keys: FeedbackKeys.text)
  }

  func present(_ item: LiveTarget, _ agent: some AgentLink) throws -> LiveDetails? {
    do { return try details(of: item, isOpened: false, agent) } catch let failure as Failure
      where failure.code == .usage
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

  /// - Throws: ``Failure`` where nobody would see what is said about it.
  static func act(
    _ key: Character, on target: FeedbackTarget, isConfirmed: Bool, _ agent: some AgentLink
  ) throws -> LiveOutcome {
    guard key == "c" || key == "l" else { return .nothing }
    let feedback = try agent.run(ListFeedback(about: target)).feedback
    if key == "c" { return .asks }
    let isLiked = feedback.contains { $0.isOwn && $0.text == nil }
    guard isConfirmed else {
      return .confirms("Press l again to \(isLiked ? "take your like back" : "like it"): the other one sees that.")
    }
    return .done(try agent.run(SetLike(target, isLiked: !isLiked)).message)
  }

  /// Asks for the comment on the main screen, and sends it.
  static func ask(on target: FeedbackTarget, in context: CommandContext) throws -> String {
    try context.run(Comment(on: target, text: try WrittenText.typed(question(about: target, in: context)))).message
  }

  /// What stands before a comment that is asked for.
  static func question(about target: FeedbackTarget, in context: CommandContext) throws -> String {
    let title = try context.run(ListFeedback(about: target)).title
    return title.map { "Comment on “\(Escaping.line(String($0.prefix(40))))”" } ?? "Comment"
  }
}
