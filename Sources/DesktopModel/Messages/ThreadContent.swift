public import AgentAPI
public import FoundationEssentials
internal import Localization

/// What is known of the messages of one conversation, or of one channel.
public struct ThreadContent: Equatable, Sendable {
  /// Which it is.
  public internal(set) var channel: ChannelRow
  /// The oldest first; at the end what waits to be sent, or was refused.
  public internal(set) var messages: [ChannelMessageRow]
  /// Whether there are older ones that can be read.
  public internal(set) var hasOlder: Bool
  /// False where there is no connection to the server, though there should be one.
  public internal(set) var isConnected: Bool
  /// Whether the user has blocked the other one of the conversation: nothing of theirs arrives.
  public internal(set) var isBlocked = false
  /// How many messages the person had not seen when they began to look.
  public internal(set) var newCount = 0
  /// The first of them; nil for none, and where it is older than what was read.
  public internal(set) var firstNew: UUID?

  /// The newest message when they began to look.
  private var newest: Int64 = 0

  /// The most messages that are kept.
  static let maximumCount = 500

  init(_ page: ChannelHistory) {
    (channel, messages, hasOlder) = (page.channel, page.messages, page.hasMore)
    isConnected = page.isConnected ?? true
  }

  /// The newest messages are these; older ones that were read stay, unless there is a gap between them.
  mutating func take(newest page: ChannelHistory) {
    let first = page.messages.first?.number ?? .max
    let older = messages.prefix { $0.number.map { $0 < first } ?? false }
    let joins = page.hasMore && older.last?.number == first - 1
    if !joins { hasOlder = page.hasMore }
    (channel, isConnected) = (page.channel, page.isConnected ?? true)
    messages = Array(((joins ? Array(older) : []) + page.messages).suffix(Self.maximumCount))
  }

  /// These come before the first.
  mutating func take(older page: ChannelHistory) {
    let first = messages.first?.number ?? .max
    messages = page.messages.filter { ($0.number ?? .max) < first } + messages
    hasOlder = page.hasMore && !page.messages.isEmpty && messages.count < Self.maximumCount
    findFirstNew()
  }

  /// Remembers what is new to the person.
  mutating func markNew() {
    newCount = channel.unreadCount
    newest = messages.last { $0.number != nil }?.number ?? 0
    findFirstNew()
  }

  /// Among what others wrote until then.
  private mutating func findFirstNew() {
    let others = messages.filter { message in !message.isOwn && message.number.map { $0 <= newest } ?? false }
    firstNew = newCount > 0 && others.count >= newCount ? others[others.count - newCount].id : nil
  }
}

extension ChannelMessageRow {
  /// How far a message of one's own has come, as a symbol and a word; nil once it is back from the server, and for what others wrote.
  public var mark: (sign: String, word: String)? {
    guard isOwn else { return nil }
    return switch state {
    case .sending: ("…", localized("waiting"))
    case .sent: ("✓", localized("sent"))
    case .failed: ("✗", localized("refused"))
    case .received: nil
    case .unknown: ("?", localized("unknown"))
    }
  }
}
