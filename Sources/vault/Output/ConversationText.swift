internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// Conversations as people see them.
struct ConversationText {
  let context: CommandContext

  private var style: Style { context.output.style }

  /// One conversation in each line: with whom, what is unread, when it was written in last, and what.
  func lines(_ listing: ConversationListing) -> [String] {
    let cells = listing.conversations.map { row in
      [
        Table.Cell(row.nickname ?? row.name, paint: style.bold),
        // Nobody chooses an id: it stands beside a name that is not the user's own.
        Table.Cell(
          row.nickname == nil ? row.user.shortDigits : "", paint: style.dim),
        Table.Cell(row.unreadCount > 0 ? "\(row.unreadCount) unread" : "", paint: style.warning),
        Table.Cell((row.newest.receivedAt ?? row.newest.writtenAt).map { DateText($0).local } ?? "", paint: style.dim),
        mark(row.newest),
        Table.Cell(row.newest.text.split(separator: "\n").first.map(String.init) ?? ""),
      ]
    }
    return Table(cells).withoutEmptyColumns.lines(width: context.output.columns) + (listing.hasMore ? ["…"] : [])
  }

  /// How far the newest has come, where it is the user's own.
  private func mark(_ message: ChannelMessageRow) -> Table.Cell {
    guard message.isOwn else { return Table.Cell("") }
    let (sign, paint) = ChannelText(context: context).mark(message)
    return Table.Cell(sign, paint: paint)
  }
}

/// Conversations as `--json` prints them. The keys are stable; new ones may be added.
struct ConversationListingView: Encodable {
  private struct ConversationView: Encodable {
    let user: String
    let name: String
    let nickname: String?
    let isContact: Bool
    let unread: Int
    let newest: ChannelMessageView
  }

  private let conversations: [ConversationView]
  private let hasMore: Bool
  private let isConnected: Bool
  private let isComplete: Bool

  init(_ listing: ConversationListing) {
    conversations = listing.conversations.map {
      ConversationView(
        user: $0.user.uuidString.lowercased(), name: $0.name, nickname: $0.nickname, isContact: $0.isContact,
        unread: $0.unreadCount, newest: ChannelMessageView($0.newest))
    }
    (hasMore, isConnected, isComplete) = (listing.hasMore, listing.isConnected, listing.isComplete)
  }
}
