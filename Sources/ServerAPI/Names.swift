public import FoundationEssentials

/// The body of `PUT /v1/nicknames/{user}`.
public struct NicknameChange: Codable, Equatable, Sendable {
  /// What the user calls somebody, as ``Nickname`` takes it.
  public var nickname: String

  /// Names somebody.
  public init(nickname: String) { self.nickname = nickname }
}

/// Somebody whom a user has named.
public struct NamedPerson: Codable, Equatable, Sendable {
  /// The id of the account.
  public var user: UUID
  /// What the asking user calls them.
  public var nickname: String

  /// Names somebody.
  public init(user: UUID, nickname: String) { (self.user, self.nickname) = (user, nickname) }
}

/// The answer to `GET /v1/nicknames`.
public struct Nicknames: Codable, Equatable, Sendable {
  /// Everybody whom the user has named, by id; at most ``ServerLimits/nicknameCount``.
  public var people: [NamedPerson]

  /// Lists people.
  public init(people: [NamedPerson]) { self.people = people }
}

/// The body of `PUT /v1/me/findable`, and the answer to `GET`.
public struct Findability: Codable, Equatable, Sendable {
  /// Whether users who know the email find the account by it.
  public var isFindable: Bool

  /// Says so.
  public init(isFindable: Bool) { self.isFindable = isFindable }
}

/// The body of `POST /v1/people/lookup`.
public struct EmailLookup: Codable, Equatable, Sendable {
  /// The whole email, without regard to case.
  public var email: String

  /// Asks for somebody.
  public init(email: String) { self.email = email }
}

/// An invitation to follow each other, as its maker sees it.
public struct FollowInvitation: Codable, Equatable, Sendable {
  /// What it is revoked by; says nothing of the code.
  public var id: UUID
  /// When it was made.
  public var createdAt: Date
  /// When it ends unused.
  public var expiresAt: Date
  /// What is given to the one who is invited; only in the answer that makes it.
  public var code: String?

  /// Describes an invitation.
  public init(id: UUID, createdAt: Date, expiresAt: Date, code: String? = nil) {
    (self.id, self.createdAt, self.expiresAt, self.code) = (id, createdAt, expiresAt, code)
  }
}

/// The answer to `GET /v1/follow-invitations`.
public struct FollowInvitations: Codable, Equatable, Sendable {
  /// Those that still serve, the oldest first; at most ``ServerLimits/followInvitationCount``.
  public var invitations: [FollowInvitation]

  /// Lists invitations.
  public init(invitations: [FollowInvitation]) { self.invitations = invitations }
}

/// The body of `POST /v1/follow-invitation-lookups` and of `POST /v1/follow-invitation-redemptions`.
public struct FollowInvitationCode: Codable, Equatable, Sendable {
  /// The code, whatever its case and its grouping.
  public var code: String

  /// Gives a code.
  public init(code: String) { self.code = code }
}

/// Who invites by a code; the answer to `POST /v1/follow-invitation-lookups`.
public struct FollowInvitationOffer: Codable, Equatable, Sendable {
  /// What its maker revokes it by.
  public var id: UUID
  /// Who made it.
  public var inviter: Profile

  /// Describes an offer.
  public init(id: UUID, inviter: Profile) { (self.id, self.inviter) = (id, inviter) }
}
