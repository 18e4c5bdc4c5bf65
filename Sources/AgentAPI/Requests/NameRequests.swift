public import FoundationEssentials

/// Calls somebody something, on all devices of the user; nobody else is shown it.
public struct NamePerson: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "namePerson"
  public static let traits: RequestTraits = .needsServer

  /// Who it is, as for ``FollowUser/user``.
  public var user: String
  /// 1 to 40 characters that can be seen; nil takes the name away.
  public var nickname: String?

  /// Makes a request.
  public init(user: String, nickname: String?) { (self.user, self.nickname) = (user, nickname) }
}

/// Has the user be found by email, or not any more.
public struct SetFindable: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "findable"
  public static let traits: RequestTraits = .needsServer

  /// Whether users who know the whole email find the account by it.
  public var isFindable: Bool

  /// Makes a request.
  public init(isFindable: Bool) { self.isFindable = isFindable }
}

/// Makes an invitation to follow each other.
public struct InviteToFollow: AgentRequest {
  public typealias Reply = InvitationRow
  public static let name = "inviteToFollow"
  public static let traits: RequestTraits = .needsServer

  /// Makes a request.
  public init() {}
}

/// The user's invitations that serve, the oldest first; at most 20.
public struct ListInvitations: AgentRequest {
  public typealias Reply = [InvitationRow]
  public static let name = "invitations"
  public static let traits: RequestTraits = .needsServer

  /// Makes a request.
  public init() {}
}

/// Ends an invitation of the user's.
public struct RevokeInvitation: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "revokeInvitation"
  public static let traits: RequestTraits = .needsServer

  /// Its code, its id, or the first eight digits or more of that.
  public var invitation: String

  /// Makes a request.
  public init(invitation: String) { self.invitation = invitation }
}

/// An invitation to follow each other.
public struct InvitationRow: Codable, Equatable, Sendable {
  /// What it is revoked by; says nothing of the code.
  public var id: UUID
  /// When it was made.
  public var createdAt: Date
  /// When it ends unused.
  public var expiresAt: Date
  /// What is given to the one who is invited; only where the invitation was just made.
  public var code: String?

  /// Makes a row.
  public init(id: UUID, createdAt: Date, expiresAt: Date, code: String? = nil) {
    (self.id, self.createdAt, self.expiresAt, self.code) = (id, createdAt, expiresAt, code)
  }
}
