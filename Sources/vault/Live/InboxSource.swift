internal import AgentAPI
internal import Terminal

/// The inbox as a live list.
struct InboxSource: LiveSource {
  static let view = LiveRequest.View.inbox
  static let title = "Inbox"
  static let emptiness = "The inbox is empty. What is pushed to you appears here."
  static let keys = "  a accept  r reject"

  /// The newest items.
  static func rows(_ limit: Int, _ agent: some AgentLink, before: Int64? = nil) throws -> [InboxRow] {
    guard case .inbox(let listing) = try agent.run(.inbox(.list(limit: limit, before: before))) else {
      throw Failure.unexpectedReply
    }
    return listing.items
  }

  func items(_ limit: Int, _ agent: some AgentLink) throws -> [LiveItem] {
    try Self.rows(limit, agent).map { row in
      LiveItem(
        number: row.number, title: row.title, text: row.text, mark: Self.mark(row.state),
        note: (row.hasPicture ? "[picture] " : "") + Moment(row.receivedAt).local)
    }
  }

  func details(of number: Int64, _ agent: some AgentLink) throws -> LiveDetails {
    let row = try item(.show(number: number), agent)
    return LiveDetails(lines: InboxText.details(row), hasPicture: row.hasPicture)
  }

  func act(_ key: Character, on number: Int64, _ agent: some AgentLink) throws -> LiveOutcome {
    switch key {
    case "a":
      let needsVerification = try Self.rows(1, agent, before: number + 1).first?.needsVerification ?? false
      return needsVerification ? .asks : .done(Self.words(try item(.accept(number: number), agent)))
    case "r": return .done("Declined: \(try item(.reject(number: number), agent).title)")
    default: return .nothing
    }
  }

  func ask(_ key: Character, on number: Int64, in context: CommandContext) throws -> String {
    guard case .inboxItem(let row) = try context.run(.inbox(.accept(number: number))) else {
      throw Failure.unexpectedReply
    }
    return Self.words(row)
  }

  private func item(_ request: InboxRequest, _ agent: some AgentLink) throws -> InboxRow {
    guard case .inboxItem(let row) = try agent.run(.inbox(request)) else { throw Failure.unexpectedReply }
    return row
  }

  private static func words(_ row: InboxRow) -> String {
    ([InboxText.accepted(row)] + row.notes).joined(separator: " ")
  }

  private static func mark(_ state: InboxRow.State) -> LiveItem.Mark {
    switch state {
    case .unread: .strong("unread")
    case .pending: .warning("pending")
    case .accepted: .good("accepted")
    case .rejected: .bad("rejected")
    case .read, .expired, .unknown: .plain(state.rawValue)
    }
  }
}
