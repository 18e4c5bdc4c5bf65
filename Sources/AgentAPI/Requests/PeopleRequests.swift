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

  /// An id, or the name of a follower.
  public var user: String

  /// Makes a request.
  public init(user: String) {
    self.user = user
  }
}

/// Follows a user no longer.
public struct UnfollowUser: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "unfollow"

  /// An id, or the name of a follower.
  public var user: String

  /// Makes a request.
  public init(user: String) {
    self.user = user
  }
}
