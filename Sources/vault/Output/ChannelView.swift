internal import AgentAPI
internal import FoundationEssentials
internal import VaultClient

/// The catalogue as `--json` prints it. The keys are stable; new ones may be added.
struct ChannelListingView: Encodable {
  private let channels: [ChannelView]
  private let isCurrent: Bool
  private let fetchedAt: Date?

  init(_ listing: ChannelListing) {
    channels = listing.channels.map(ChannelView.init)
    isCurrent = listing.isCurrent
    fetchedAt = listing.fetchedAt
  }
}

/// A channel as `--json` prints it.
struct ChannelView: Encodable {
  private let id: String
  private let title: String
  private let description: String
  private let picture: String?
  private let isJoined: Bool
  private let unread: Int
  private let isConversation: Bool

  init(_ row: ChannelRow) {
    id = row.id.uuidString.lowercased()
    title = row.title
    description = row.description
    picture = row.picture?.uuidString.lowercased()
    isJoined = row.isJoined
    unread = row.unreadCount
    isConversation = row.isConversation ?? false
  }
}

/// The messages of a channel as `--json` prints them.
struct ChannelHistoryView: Encodable {
  private let channel: ChannelView
  private let messages: [ChannelMessageView]
  private let hasMore: Bool
  private let isCurrent: Bool

  init(_ history: ChannelHistory) {
    channel = ChannelView(history.channel)
    messages = history.messages.map(ChannelMessageView.init)
    hasMore = history.hasMore
    isCurrent = history.isCurrent
  }
}

/// A message of a channel as `--json` prints it.
struct ChannelMessageView: Encodable {
  private let id: String
  private let number: Int64?
  private let sender: String
  private let senderText: String
  private let user: String?
  private let isOwn: Bool
  private let text: String
  private let state: String
  private let receivedAt: Date?
  private let writtenAt: Date?
  private let problem: String?

  init(_ row: ChannelMessageRow) {
    id = row.id.uuidString.lowercased()
    number = row.number
    (sender, senderText) = (row.takenName ?? row.senderName, row.senderName)
    user = row.user?.uuidString.lowercased()
    isOwn = row.isOwn
    text = row.text
    state = row.state.rawValue
    receivedAt = row.receivedAt
    writtenAt = row.writtenAt
    problem = row.problem
  }
}
