internal import FoundationEssentials

/// How far the numbers of an inbox go.
struct InboxStanding: Equatable, Sendable {
  /// The newest item.
  var items: Int64
  /// The newest change of one.
  var changes: Int64
}

/// Something that any node of a storage may have done, and that streams of this one may have to hear of.
enum Happening: Equatable, Sendable {
  /// So far go the numbers of an inbox.
  case inbox(UUID, InboxStanding)
  /// So far go those of a channel's messages.
  case messages(UUID, highest: Int64)
  /// The same of what one of two users has of their conversation.
  case conversation(side: UUID, of: UUID, with: UUID, highest: Int64)
  /// Sessions or tokens of programs have ended, an account may do something else, or channels are gone: which, is to be looked up.
  case endings
  /// A device has opened a channel, with this number.
  case opened(device: String, number: Int64)
  /// A user has left a channel.
  case left(channel: UUID, account: UUID)
  /// So much that it is not said one by one, or nobody knows what: all that is open is to be compared.
  case anything
}

/// What has happened in a storage that several nodes share. A feed only says where to look: whoever missed some of it compares numbers, and
/// has lost time and nothing else.
protocol StorageFeed: Sendable {
  /// Says each time that there may be something to read: when another node says so, and once a second in any case. For one reader.
  var hints: AsyncStream<Void> { get }
  /// What has happened since it was read last, each at least once, in any order.
  func read() async throws -> [Happening]
  /// How far the numbers of some inboxes go; those that are gone are left out.
  func inboxes(among accounts: [UUID]) async throws -> [UUID: InboxStanding]
  /// The same of channels, and of sides of conversations.
  func messages(among channels: [UUID]) async throws -> [UUID: Int64]
}
