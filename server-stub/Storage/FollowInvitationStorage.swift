internal import FoundationEssentials
internal import ServerAPI

/// An invitation to follow each other as it is stored; the code itself is shown once. One that an account is made with is a
/// ``StoredInvitation``.
struct StoredFollowInvitation: Equatable, Sendable {
  /// What it is revoked by; reveals nothing of the code.
  var id: UUID
  /// The SHA-256 of the code.
  var codeHash: [UInt8]
  /// Whose it is.
  var account: UUID
  var createdAt: Date
  var expiresAt: Date
}

/// An invitation to follow each other that a user has redeemed.
struct RedeemedFollowInvitation: Equatable, Sendable {
  var id: UUID
  /// Who made it.
  var inviter: UUID
  /// Whether that was done just now.
  var isNew = false
}

/// Stores invitations to follow each other.
protocol FollowInvitationStorage: Sendable {
  /// Adds an invitation.
  ///
  /// - Parameters:
  ///   - maximum: the most of one account that serve at once.
  ///   - kept: the most of one account that have not ended, with those that were redeemed.
  /// - Returns: whether there was room for it, and the account.
  func add(_ invitation: StoredFollowInvitation, atMost maximum: Int, kept: Int) async throws -> Bool
  /// The invitations of an account that serve, the oldest first.
  func followInvitations(of account: UUID, now: Date) async throws -> [StoredFollowInvitation]
  /// Ends an invitation of an account.
  ///
  /// - Returns: whether it served until now.
  func removeFollowInvitation(_ id: UUID, of account: UUID, now: Date) async throws -> Bool
  /// Who invites by a code, for somebody; nil for one that neither serves nor was redeemed by them. Where one of the two has blocked the
  /// other it does not serve.
  func offer(_ codeHash: [UInt8], for user: UUID, now: Date) async throws -> FollowInvitationOffer?
  /// Uses an invitation up, in one statement, and has both follow each other. Who has redeemed it before is answered as then, until it would
  /// have ended, and follows nobody anew: they may not have heard the answer.
  ///
  /// - Returns: nil where ``offer(_:for:now:)`` has nothing, and for one's own.
  func redeemFollowInvitation(
    _ codeHash: [UInt8], by user: UUID, at date: Date
  ) async throws -> RedeemedFollowInvitation?
}
