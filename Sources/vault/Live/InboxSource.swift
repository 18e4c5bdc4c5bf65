internal import AgentAPI
internal import Localization
internal import Terminal
internal import VaultClient

/// The inbox as a live list.
struct InboxSource: LiveSource {
  static let view = ShowLive.View.inbox
  static let title = "Inbox"
  static let emptiness = "The inbox is empty. What is pushed to you appears here."
  static let hasPictures = true

  /// The newest items.
  static func listing(
    _ limit: Int, _ agent: some AgentLink, before: Int64? = nil, all: Bool = false
  ) throws -> InboxListing {
    try agent.run(ListInbox(limit: limit, before: before, all: all))
  }

  func items(_ limit: Int, _ agent: some AgentLink) throws -> [LiveItem] {
    try Self.listing(limit, agent).items.map { row in
      LiveItem(
        number: row.number, title: row.title, text: row.text, mark: Self.mark(row.state),
        note: (row.hasPicture ? "[picture] " : "") + DateText(row.receivedAt).local, byline: InboxText.byline(row),
        identity: row.identity, hasPicture: row.hasPicture, keys: Self.keys(row))
    }
  }

  /// Only a task that waits is decided.
  private static func keys(_ row: InboxRow) -> String {
    (row.waits ? "  a accept  r reject" : "") + (row.isPersons ? FeedbackKeys.text : "")
  }

  func details(of item: LiveTarget, _ agent: some AgentLink) throws -> LiveDetails {
    let row = try agent.run(ShowInboxItem(number: item.number, identity: item.identity))
    var details = Self.details(row)
    details.lines += try Self.feedback(row, isOpened: true, agent)
    return details
  }

  /// What was said about it; nothing where nothing can be.
  private static func feedback(_ row: InboxRow, isOpened: Bool, _ agent: some AgentLink) throws -> [String] {
    guard row.isPersons else { return [] }
    do {
      let target = FeedbackTarget.item(number: row.number, identity: row.identity)
      return FeedbackText.lines(try agent.run(ListFeedback(about: target, asksServer: isOpened)), about: row)
    } catch let failure as Failure where failure.code == .usage { return [] }
  }

  func present(_ item: LiveTarget, _ agent: some AgentLink) throws -> LiveDetails? {
    guard let row = try Self.present(item, agent) else { return nil }
    var details = Self.details(row)
    details.lines += try Self.feedback(row, isOpened: false, agent)
    return details
  }

  private static func details(_ row: InboxRow) -> LiveDetails {
    LiveDetails(lines: InboxText.details(row), hasPicture: row.hasPicture, identity: row.identity, keys: keys(row))
  }

  /// An item as it is now, without looking at it; nil when another one has its number, or none.
  private static func present(_ item: LiveTarget, _ agent: some AgentLink) throws -> InboxRow? {
    guard let row = try listing(1, agent, before: item.number + 1, all: true).items.first, row.number == item.number
    else {
      return nil
    }
    guard let identity = item.identity, let present = row.identity else { return row }
    return identity.isStill(present) ? row : nil
  }

  func act(
    _ key: Character, on item: LiveTarget, isConfirmed: Bool, _ agent: some AgentLink
  ) throws -> LiveOutcome {
    if key == "c" || key == "l" {
      let target = FeedbackTarget.item(number: item.number, identity: item.identity)
      return try FeedbackKeys.act(key, on: target, isConfirmed: isConfirmed, agent)
    }
    guard key == "a" || key == "r" else { return .nothing }
    guard let row = try Self.present(item, agent) else {
      throw Failure(.usage, "That item is not there any more.")
    }
    guard row.waits else { return .done("There is nothing to decide: \(InboxText.whatItIs(row)).") }
    if key == "a", row.needsVerification { return .asks }
    guard isConfirmed else {
      return .confirms("Press \(key) again to \(key == "a" ? "accept" : "reject") “\(InboxText.shortTitle(row))”.")
    }
    guard key == "a" else {
      return .done(
        InboxText.declined(try agent.run(RejectInboxItem(number: item.number, identity: item.identity))))
    }
    return .done(Self.words(try agent.run(AcceptInboxItem(number: item.number, identity: item.identity))))
  }

  func ask(_ key: Character, on item: LiveTarget, in context: CommandContext) throws -> String {
    if key == "c" { return try FeedbackKeys.ask(on: .item(number: item.number, identity: item.identity), in: context) }
    return Self.words(try context.run(AcceptInboxItem(number: item.number, identity: item.identity)))
  }

  private static func words(_ row: InboxRow) -> String {
    ([InboxText.accepted(row)] + row.notes).joined(separator: " ")
  }

  private static func mark(_ state: InboxRow.State) -> LiveItem.Mark {
    switch state {
    case .unread: .strong("unread")
    case .pending: .warning("pending")
    case .accepted: .good("accepted")
    case .rejected: .bad(InboxText.word(state))
    case .read, .expired, .unknown: .plain(state.rawValue)
    }
  }
}
