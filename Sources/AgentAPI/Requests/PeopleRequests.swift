public import FoundationEssentials

/// The newest messages, newest first, which are fetched first and count as read from then on.
public struct ListMessages: AgentRequest {
  public typealias Reply = [MessageRow]
  public static let name = "messages"

  /// At most so many.
  public var limit: Int

  /// Makes a request.
  public init(limit: Int) {
    self.limit = limit
  }
}

/// One message.
public struct ShowMessage: AgentRequest {
  public typealias Reply = MessageRow
  public static let name = "message"
  public static let traits: RequestTraits = .isSafe

  /// Its place in the list, the newest first, from 1.
  public var number: Int

  /// Makes a request.
  public init(number: Int) {
    self.number = number
  }
}

/// A user's profile.
public struct ShowProfile: AgentRequest {
  public typealias Reply = ProfileRow
  public static let name = "profile"

  /// The user; nil for one's own, with the followers since the last time.
  public var user: String?

  /// Makes a request.
  public init(user: String?) {
    self.user = user
  }
}

/// Follows a user.
public struct FollowUser: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "follow"
  public static let traits: RequestTraits = .needsServer

  /// What the user calls somebody; the name of somebody whom the user follows, is followed by, or has blocked; an id, or the first eight digits or
  /// more of one. Here alone also the code of an invitation, which is used up, or an email: both are asked about first.
  public var user: String
  /// True where it is not to be asked about; nil where it is.
  public var isAgreed: Bool?

  /// Makes a request.
  public init(user: String, isAgreed: Bool? = nil) {
    self.user = user
    self.isAgreed = isAgreed
  }
}

/// Follows a user no longer.
public struct UnfollowUser: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "unfollow"
  public static let traits: RequestTraits = .needsServer

  /// Who it is, as for ``FollowUser/user``.
  public var user: String

  /// Makes a request.
  public init(user: String) {
    self.user = user
  }
}

/// A message that came with a push.
public struct MessageRow: Codable, Equatable, Sendable {
  /// Its place in the list, the newest first, from 1.
  public var number: Int
  /// Which message it is, on this machine; its newer versions have the same. Nil from an older agent.
  public var key: Int64?
  /// The sender's own number for it. Another sender's of that number is another message.
  public var id: Int32
  /// What it says.
  public var text: String
  /// Who says so, as the message itself claims.
  public var senderName: String
  /// When the server took it, or its newest version.
  public var receivedAt: Date
  /// Who sent it, as the server says; nil where that is not known.
  public var sender: InboxSender?

  /// Makes a row.
  public init(
    number: Int, key: Int64? = nil, id: Int32, text: String, senderName: String, receivedAt: Date,
    sender: InboxSender? = nil
  ) {
    (self.number, self.key, self.id, self.text) = (number, key, id, text)
    (self.senderName, self.receivedAt, self.sender) = (senderName, receivedAt, sender)
  }

  /// Which message it is: ``key``, or to an older agent, which has one message of each number, ``id``.
  public var identity: Int64 { key ?? Int64(id) }
}

/// Who somebody is on the server.
public struct ProfileRow: Codable, Equatable, Sendable {
  /// Somebody who follows the user.
  public struct Follower: Codable, Equatable, Sendable {
    /// The id of the account.
    public var user: UUID
    /// What people call them.
    public var name: String
    /// Since when.
    public var since: Date

    /// Makes a follower.
    public init(user: UUID, name: String, since: Date) {
      self.user = user
      self.name = name
      self.since = since
    }
  }

  /// The id of the account: what others follow.
  public var user: UUID
  /// What people call them; nil while the server can't be asked.
  public var name: String?
  /// How many follow them; nil while the server can't be asked.
  public var followerCount: Int?
  /// Whether it is the asking user's own.
  public var isOwn: Bool
  /// Whether the asking user follows them.
  public var isFollowed: Bool
  /// Whether they follow the asking user.
  public var isFollower: Bool
  /// Who began to follow since the last time one's own profile was looked at, the newest first.
  public var newFollowers: [Follower]
  /// What the asking user calls them; nil for nothing.
  public var nickname: String?
  /// Whether others find the user by email; nil where it is not one's own, while the server can't be asked, and where that is too old.
  public var isFindable: Bool?

  /// Makes a profile.
  public init(
    user: UUID, name: String? = nil, followerCount: Int? = nil, isOwn: Bool, isFollowed: Bool = false,
    isFollower: Bool = false, newFollowers: [Follower] = [], nickname: String? = nil, isFindable: Bool? = nil
  ) {
    self.user = user
    self.name = name
    self.followerCount = followerCount
    self.isOwn = isOwn
    self.isFollowed = isFollowed
    self.isFollower = isFollower
    self.newFollowers = newFollowers
    (self.nickname, self.isFindable) = (nickname, isFindable)
  }
}
