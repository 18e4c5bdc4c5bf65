public import FoundationEssentials

/// Who a user is; the answer to `GET /v1/users/{user}`.
public struct Profile: Codable, Equatable, Sendable {
  /// The id of the account.
  public var user: UUID
  /// What people call the user: what stands before the `@` of the email.
  public var name: String
  /// How many follow the user.
  public var followerCount: Int
  /// Whether the asking account follows the user.
  public var isFollowed: Bool
  /// Whether the user follows the asking account.
  public var isFollower: Bool
  /// What the asking user calls them; nil for nothing, and from a server that is too old.
  public var nickname: String?

  /// Describes a user.
  public init(
    user: UUID, name: String, followerCount: Int, isFollowed: Bool, isFollower: Bool, nickname: String? = nil
  ) {
    self.user = user
    self.name = name
    self.followerCount = followerCount
    self.isFollowed = isFollowed
    self.isFollower = isFollower
    self.nickname = nickname
  }
}
