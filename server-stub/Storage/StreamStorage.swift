internal import FoundationEssentials
internal import ServerAPI

/// What there is to know to open the stream of an inbox.
struct InboxOpening: Equatable, Sendable {
  var session: StoredSession
  var account: StoredAccount
  /// Where the inbox stands, and the changes of its items.
  var items: SequenceBounds
  var changes: Int64
  /// The numbering of both.
  var epoch: Epoch
}

/// What there is to know to open the stream of a channel, or of a conversation.
struct ChannelOpening: Equatable, Sendable {
  var session: StoredSession
  var account: StoredAccount
  /// What the account has to do with the channel.
  var access: ChannelAccess
  /// What it has of its conversation with the user of that id.
  var side: ConversationSide?
  /// Whether the device is the account's.
  var hasDevice: Bool
  /// The numbering of its messages.
  var epoch: Epoch
}

/// Answers all that a stream asks when it is opened at once, as it is at one moment: where many clients come back together, it counts how
/// often storage is asked.
protocol StreamStorage: Sendable {
  /// What there is to know of the session of a token, expired or not, and of its inbox; nil when there is no such session.
  func openInbox(tokenHash: [UInt8]) async throws -> InboxOpening?
  /// The same, of a channel that a device opens.
  func openChannel(_ channel: UUID, device: String, tokenHash: [UInt8]) async throws -> ChannelOpening?
  /// Those of some sessions that have ended or expired, by the SHA-256 of their tokens.
  func ended(among tokenHashes: Set<[UInt8]>, now: Date) async throws -> Set<[UInt8]>
}
