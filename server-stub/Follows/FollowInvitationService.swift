internal import FoundationEssentials
internal import ServerAPI

/// Invitations to follow each other: whoever has the code may redeem it, once. An invitation is permission by its maker, so that both are contacts
/// then; a block between the two has its code answered as one that was revoked.
struct FollowInvitationService: Sendable {
  let storage: any FollowInvitationStorage & FollowStorage
  let follows: FollowService
  let throttle: AccountThrottle
  let clock: ServerClock

  /// How often an account gives a code that does not serve.
  static let guessLimit = RateLimit(burst: 10, interval: .seconds(60))
  /// The most invitations of an account that have not ended, with those that were redeemed, which stay until they would have ended.
  static let keptCount = 10 * ServerLimits.followInvitationCount

  private static let unknown = APIFailure(.notFound, "there is no such invitation; it was used, revoked, or is over")

  /// Makes an invitation, with its code.
  ///
  /// - Throws: ``APIFailure`` with 403 with as many as there is room for.
  func invite(by account: Account) async throws -> FollowInvitation {
    let (code, now) = (try InvitationCode(), clock.date())
    let invitation = StoredFollowInvitation(
      id: UUID(), codeHash: code.hash, account: account.id, createdAt: now,
      expiresAt: now.addingTimeInterval(InvitationCode.lifetimeSeconds))
    let maximum = ServerLimits.followInvitationCount
    guard try await storage.add(invitation, atMost: maximum, kept: Self.keptCount) else {
      throw APIFailure(
        .quotaExceeded,
        "a user has \(maximum) invitations open at most, and \(Self.keptCount) with used ones; revoke one, or wait")
    }
    var answer = FollowInvitation(invitation)
    answer.code = code.text
    return answer
  }

  /// The invitations of a user that serve, without their codes.
  func invitations(of account: Account) async throws -> FollowInvitations {
    FollowInvitations(
      invitations: try await storage.followInvitations(of: account.id, now: clock.date()).map(FollowInvitation.init))
  }

  /// - Throws: ``APIFailure`` with 404.
  func revoke(_ id: UUID, by account: Account) async throws {
    guard try await storage.removeFollowInvitation(id, of: account.id, now: clock.date()) else { throw Self.unknown }
  }

  /// Whose invitation a code is. That uses nothing up.
  ///
  /// - Throws: ``APIFailure``: 404, 429.
  func offer(_ text: String, for account: Account) async throws -> FollowInvitationOffer {
    try await throttle.charge(account)
    guard let code = InvitationCode(text),
      let offer = try await storage.offer(code.hash, for: account.id, now: clock.date())
    else { throw Self.unknown }
    await throttle.refund(account)
    return offer
  }

  /// Uses a code up: the two follow each other, and its maker is told that there is a follower. Whoever gives their code again is answered
  /// as before.
  ///
  /// - Returns: who made it.
  /// - Throws: ``APIFailure``: 404, 429.
  func redeem(_ text: String, by account: Account) async throws -> Profile {
    try await throttle.charge(account)
    guard let code = InvitationCode(text),
      let invitation = try await storage.redeemFollowInvitation(code.hash, by: account.id, at: clock.date())
    else { throw Self.unknown }
    // A code that is given again and again is work each time.
    if invitation.isNew { await throttle.refund(account) }
    // Tried each time, in case the server had stopped in between.
    try await follows.tell(invitation.inviter, of: account, redeeming: invitation.id)
    guard let profile = try await storage.profile(of: invitation.inviter, for: account.id) else {
      throw FollowService.noUser
    }
    return profile
  }
}

extension FollowInvitation {
  fileprivate init(_ invitation: StoredFollowInvitation) {
    self.init(id: invitation.id, createdAt: invitation.createdAt, expiresAt: invitation.expiresAt)
  }
}
