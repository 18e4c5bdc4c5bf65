internal import FoundationEssentials
internal import Lookalikes
internal import ServerAPI

/// What users call each other, and who is found by email.
struct NameService: Sendable {
  let storage: any NameStorage & FollowStorage
  let throttle: AccountThrottle

  /// How often an account asks for emails: as often as somebody does who has an address book, and no list of addresses.
  static let lookupLimit = RateLimit(burst: 10, interval: .seconds(360))

  /// Calls a user something.
  ///
  /// - Throws: ``APIFailure``: 403 with as many as there is room for, 404, 409 for what looks like another nickname, 422.
  func setNickname(_ text: String, of user: UUID, by account: Account) async throws {
    guard user != account.id else { throw APIFailure(.invalidField, "nobody gives themselves a nickname") }
    switch try await storage.setNickname(try Self.nickname(text), of: user, by: account.id) {
    case .stored: return
    case .noUser: throw FollowService.noUser
    case .taken(let other):
      throw APIFailure(.conflict, "you call \(other.user.uuidString.lowercased()) something that looks like it")
    case .tooMany:
      throw APIFailure(
        .quotaExceeded, "a user names \(ServerLimits.nicknameCount) people at most; take a name away first")
    }
  }

  /// - Throws: ``APIFailure`` with 404.
  func removeNickname(of user: UUID, by account: Account) async throws {
    guard try await storage.removeNickname(of: user, by: account.id) else { throw FollowService.noUser }
  }

  /// Everybody whom a user has named.
  func nicknames(of account: Account) async throws -> Nicknames {
    Nicknames(people: try await storage.nicknames(of: account.id))
  }

  /// - Throws: ``APIFailure`` with 401 for an account that is gone.
  func findability(of account: Account) async throws -> Findability {
    guard let isFindable = try await storage.isFindable(account.id) else { throw APIFailure.unknownToken }
    return Findability(isFindable: isFindable)
  }

  func setFindability(_ findability: Findability, of account: Account) async throws {
    try await storage.setFindable(account.id, to: findability.isFindable)
  }

  /// The user of an email. Who does not exist, and who is not found by it, is answered alike.
  ///
  /// - Throws: ``APIFailure``: 404, 422, 429.
  func find(_ email: String, for account: Account) async throws -> Profile {
    guard let address = EmailAddress(email) else { throw APIFailure(.invalidField, "that is no email") }
    try await throttle.charge(account)
    guard let user = try await storage.findUser(address),
      let profile = try await storage.profile(of: user, for: account.id)
    else { throw APIFailure(.notFound, "nobody is found by this email") }
    return profile
  }

  /// - Throws: ``APIFailure`` with 422.
  private static func nickname(_ text: String) throws -> Nickname {
    // Normalization makes of a text at most three times as much, so that what is far too long need not be looked at.
    guard text.utf8.count <= 16 * Nickname.scalarCount else { throw refusal(.length) }
    let composed = try text.composed()
    do throws(Nickname.Refusal) { return try Nickname(composed) } catch { throw refusal(error) }
  }

  private static func refusal(_ refusal: Nickname.Refusal) -> APIFailure {
    switch refusal {
    case .length:
      APIFailure(.invalidField, "a nickname has 1 to \(Nickname.characterCount.upperBound) characters")
    case .unseen: APIFailure(.invalidField, "a nickname has no character that can't be seen")
    case .spaces: APIFailure(.invalidField, "a nickname has single spaces, and none at its ends")
    case .reference: APIFailure(.invalidField, "a nickname is nothing that could be an email, an id or a code")
    }
  }
}
