internal import FoundationEssentials
internal import Hummingbird
internal import ServerAPI

/// Who follows whom. The one who is followed is notified once, however often somebody begins anew, and once for each invitation of theirs.
struct FollowService: Sendable {
  let storage: any FollowStorage
  let throttle: SendThrottle
  let delivery: PushDelivery
  let clock: ServerClock

  static let noUser = APIFailure(.notFound, "there is no such user")

  /// What the one who is followed gets.
  private struct Payload: Encodable {
    struct APS: Encodable { let alert: String }
    let aps: APS
    let kind = "follow"
    let user: UUID

    init(_ follower: Account) {
      aps = APS(alert: "\(follower.shortName) follows you")
      user = follower.id
    }
  }

  /// - Throws: ``APIFailure``: 404, 422, 429.
  func follow(_ user: UUID, by follower: Account) async throws {
    try throttle.charge(.account(follower.id))
    guard user != follower.id else { throw APIFailure(.invalidField, "nobody follows themselves") }
    guard try await storage.follow(user, by: follower.id, at: clock.date()) else { throw Self.noUser }
    // Tried each time, in case the server had stopped in between.
    try await tell(user, of: follower)
  }

  /// Tells a user of a follower, the first time.
  ///
  /// - Parameter invitation: the one of the user's that the follower has redeemed, of which the user is told even if the follower was one
  ///   before; nil for none.
  /// - Throws: ``APIFailure`` with 404.
  func tell(_ user: UUID, of follower: Account, redeeming invitation: UUID? = nil) async throws {
    // Either key has a space, which no client's has.
    let key = invitation.map { "invitation \($0.uuidString)" } ?? "follow \(user.uuidString)"
    let request = PushRequest(payload: try Response.jsonText(Payload(follower)), idempotencyKey: key)
    do {
      _ = try await delivery.deliver(
        request, to: .alias(user), from: .account(follower, isAdministrator: false), as: .followNotice)
    } catch let failure as APIFailure where failure.code == .conflict {
      // Notified before, in other words.
    }
  }

  /// - Throws: ``APIFailure`` with 404.
  func unfollow(_ user: UUID, by follower: Account) async throws {
    guard try await storage.unfollow(user, by: follower.id) else { throw Self.noUser }
  }

  /// Who somebody is, for any user who knows the id.
  ///
  /// - Throws: ``APIFailure`` with 404.
  func profile(of user: UUID, for viewer: Account) async throws -> Profile {
    guard let profile = try await storage.profile(of: user, for: viewer.id) else { throw Self.noUser }
    return profile
  }

  /// Who follows an account since a time; who is blocked is counted, and not listed.
  func followers(of account: Account, since date: Date) async throws -> Followers {
    let now = clock.date()
    let (total, newest) = try await storage.followers(of: account.id, since: date, limit: ServerLimits.pageCount)
    return Followers(total: total, followers: newest, asOf: now)
  }
}
