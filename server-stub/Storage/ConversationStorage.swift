internal import FoundationEssentials
internal import ServerAPI

/// What one of the two has of a conversation: messages with numbers of their own, as if it were a channel of that user alone.
struct ConversationSide: Equatable, Sendable {
  /// As ``ChannelStorage/messages(of:after:limit:)`` takes it. No user is told of it.
  var id: UUID
  /// Whose it is.
  var owner: UUID
  /// The other one.
  var partner: UUID
  var bounds = SequenceBounds(first: 1, highest: 0)
}

/// A message as it stands on one side.
struct ConversationCopy: Equatable, Sendable {
  var side: ConversationSide
  var message: ChannelMessage
}

/// The outcome of a message to a user.
enum ConversationOutcome: Equatable, Sendable {
  /// It is stored, for its sender and, unless the other has blocked the sender, for the other.
  case stored(own: ConversationCopy, other: ConversationCopy?)
  /// The same message was stored before.
  case repeated(ChannelMessage)
  /// The id stands for another message of the conversation.
  case idIsTaken
  /// The user does not follow the sender, or there is no such user.
  case notFollowed
  /// ``ServerLimits/unansweredMessageCount`` messages of the sender have no answer.
  case tooManyUnanswered
}

/// Stores conversations of two users. Each of a pair has at most one side, which begins with the first message that is for it.
protocol ConversationStorage: Sendable {
  /// What a user has of the conversation with another; nil for nothing.
  func side(of account: UUID, with user: UUID) async throws -> ConversationSide?
  /// A user's conversations, by the id of the other one.
  ///
  /// - Parameter user: the page begins after this id; nil for the beginning.
  func conversations(of account: UUID, after user: UUID?, limit: Int) async throws -> ConversationPage
  /// Stores a message for both, durably when this returns, if it may be: follows and blocks are looked at where it is stored. The message's
  /// own number counts for nothing.
  func append(_ message: ChannelMessage, toUser user: UUID) async throws -> ConversationOutcome
}
