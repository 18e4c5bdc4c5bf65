internal import FoundationEssentials
internal import ServerAPI

/// Stores who follows whom.
protocol FollowStorage: Sendable {
  /// One account follows another, if it does not yet.
  ///
  /// - Returns: whether there are both.
  func follow(_ user: UUID, by follower: UUID, at date: Date) async throws -> Bool
  /// One account follows another no longer, if it did.
  ///
  /// - Returns: whether there is such a user.
  func unfollow(_ user: UUID, by follower: UUID) async throws -> Bool
  /// Who follows an account.
  ///
  /// - Returns: how many in all, and at most `limit` who began at `date` or later and are not blocked, the newest first.
  func followers(of user: UUID, since date: Date, limit: Int) async throws -> (total: Int, newest: [Follower])
  /// Who an account is to another one; nil when there is none.
  func profile(of user: UUID, for viewer: UUID) async throws -> Profile?
}
