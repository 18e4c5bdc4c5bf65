public import FoundationEssentials

/// A conversation of two, as one of them has it; an element of the answer to `GET /v1/conversations`. Where a route takes a channel's id,
/// the other user's id means it.
public struct UserConversation: Codable, Equatable, Sendable {
  /// The id of the other user's account.
  public var user: UUID
  /// What people call the other user: what stands before the `@` of the email.
  public var name: String
  /// Whether the two follow each other.
  public var isContact: Bool
  /// Where its messages stand for the asking user. The other one's numbers are others.
  public var bounds: SequenceBounds

  /// Describes a conversation.
  public init(user: UUID, name: String, isContact: Bool, bounds: SequenceBounds) {
    self.user = user
    self.name = name
    self.isContact = isContact
    self.bounds = bounds
  }
}

/// The answer to `GET /v1/conversations`.
public struct ConversationPage: Codable, Equatable, Sendable {
  /// The user's conversations, by the other user's id; at most ``ServerLimits/pageCount``.
  public var conversations: [UserConversation]
  /// What the next page comes after; nil for the last one.
  public var next: UUID?

  /// Makes a page.
  public init(conversations: [UserConversation], next: UUID? = nil) {
    self.conversations = conversations
    self.next = next
  }
}
