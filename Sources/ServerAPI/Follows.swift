public import FoundationEssentials

/// Somebody who follows a user; an element of the answer to `GET /v1/me/followers`.
public struct Follower: Codable, Equatable, Sendable {
  /// The id of the account.
  public var user: UUID
  /// What people call the follower: what stands before the `@` of the email.
  public var name: String
  /// When it began.
  public var since: Date

  /// Describes a follower.
  public init(user: UUID, name: String, since: Date) {
    self.user = user
    self.name = name
    self.since = since
  }
}

/// The answer to `GET /v1/me/followers`.
public struct Followers: Codable, Equatable, Sendable {
  /// How many follow the user in all.
  public var total: Int
  /// Those who began at the time asked for or later, the newest first; at most ``ServerLimits/pageCount``.
  public var followers: [Follower]
  /// The server's time: what to ask for next. Whoever began in that second comes again, and nobody is missed.
  public var asOf: Date

  /// Lists followers.
  public init(total: Int, followers: [Follower], asOf: Date) {
    self.total = total
    self.followers = followers
    self.asOf = asOf
  }
}
