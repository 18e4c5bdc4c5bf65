internal import FoundationEssentials
internal import ServerAPI

/// A channel, or a conversation, that a user may read.
struct ChannelPlace: Equatable, Sendable {
  /// Where its messages are stored: of a conversation, what this user has of it.
  let id: UUID
  /// Where they stand.
  let bounds: SequenceBounds
  /// Whether it is of two.
  var isConversation = false
}

extension ChannelPlace {
  init(_ side: ConversationSide) { self.init(id: side.id, bounds: side.bounds, isConversation: true) }
}
