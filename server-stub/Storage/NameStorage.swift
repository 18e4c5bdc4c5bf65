internal import FoundationEssentials
internal import ServerAPI

/// What has become of a nickname that was to be stored.
enum NicknameOutcome: Equatable, Sendable {
  /// It is stored.
  case stored
  /// There is no such user.
  case noUser
  /// The user calls somebody else so, or nearly so.
  case taken(by: NamedPerson)
  /// The user has named as many as there is room for.
  case tooMany
}

/// Stores what users call each other, which nobody but the one who says so may read, and who is found by email.
protocol NameStorage: Sendable {
  /// One account calls another something, in place of what it did before; refused while it calls a third one something that looks like it.
  ///
  /// - Throws: `LookalikesError`.
  func setNickname(_ nickname: Nickname, of user: UUID, by account: UUID) async throws -> NicknameOutcome
  /// One account calls another nothing of its own any more, if it did.
  ///
  /// - Returns: whether there is such a user.
  func removeNickname(of user: UUID, by account: UUID) async throws -> Bool
  /// Everybody whom an account has named, by id.
  func nicknames(of account: UUID) async throws -> [NamedPerson]
  /// Whether an account is found by its email; nil where there is none.
  func isFindable(_ account: UUID) async throws -> Bool?
  /// Has an account be found by its email, or not any more.
  func setFindable(_ account: UUID, to isFindable: Bool) async throws
  /// The user of an email, if they are found by it. One statement says so, whatever the answer is and whoever asks.
  func findUser(_ email: EmailAddress) async throws -> UUID?
}
