public import FoundationEssentials

/// The conversation with somebody, which begins here where there is none. It is shown and written to as a channel whose id is the other
/// user's.
public struct OpenConversation: AgentRequest {
  public typealias Reply = ChannelRow
  public static let name = "openConversation"

  /// The other user: an id, the first eight digits or more of one, or the name of a contact.
  public var person: String

  /// Makes a request.
  public init(person: String) {
    self.person = person
  }
}

/// The conversations of the user in which anything was written, the newest first.
public struct ListConversations: AgentRequest {
  public typealias Reply = ConversationListing
  public static let name = "conversations"

  /// How many of the newest are left out.
  public var offset: Int
  /// At most so many.
  public var limit: Int

  /// Makes a request.
  public init(offset: Int = 0, limit: Int) {
    self.offset = offset
    self.limit = limit
  }
}

/// Conversations, the newest first.
public struct ConversationListing: Codable, Equatable, Sendable {
  /// The conversations.
  public var conversations: [ConversationRow]
  /// Whether there are older ones.
  public var hasMore: Bool
  /// False where there is no connection to the server, though there should be one.
  public var isConnected: Bool
  /// Whether this device has asked the server which there are, once at least.
  public var isComplete: Bool

  /// Makes a listing.
  public init(conversations: [ConversationRow], hasMore: Bool, isConnected: Bool, isComplete: Bool) {
    self.conversations = conversations
    self.hasMore = hasMore
    self.isConnected = isConnected
    self.isComplete = isComplete
  }
}

/// A conversation as people see it.
public struct ConversationRow: Codable, Equatable, Sendable {
  /// The other user's id.
  public var user: UUID
  /// What people call the other user; empty where that is not known.
  public var name: String
  /// What the user calls them; nil for nothing.
  public var nickname: String?
  /// Whether the two follow each other, as far as is known.
  public var isContact: Bool
  /// How many messages of the other one the user has not seen.
  public var unreadCount: Int
  /// The newest message; its text is cut where it is long.
  public var newest: ChannelMessageRow

  /// Makes a row.
  public init(
    user: UUID, name: String, nickname: String? = nil, isContact: Bool, unreadCount: Int, newest: ChannelMessageRow
  ) {
    self.user = user
    self.name = name
    self.nickname = nickname
    self.isContact = isContact
    self.unreadCount = unreadCount
    self.newest = newest
  }
}
