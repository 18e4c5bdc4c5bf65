internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// Invites people to follow each other, and takes invitations.
protocol FollowInviting: Sendable {
  /// A new invitation, with its code.
  func inviteToFollow() async throws(ServerClientError) -> FollowInvitation

  /// The user's invitations that serve, the oldest first.
  func followInvitations() async throws(ServerClientError) -> [FollowInvitation]

  /// Ends an invitation.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when it neither serves nor was used by this user; so do the others.
  func revokeFollowInvitation(_ id: UUID) async throws(ServerClientError)

  /// Whose a code is.
  func offer(_ code: String) async throws(ServerClientError) -> FollowInvitationOffer

  /// Uses a code up.
  func redeem(_ code: String) async throws(ServerClientError) -> Profile
}

extension AuthClient: FollowInviting {
  func inviteToFollow() async throws(ServerClientError) -> FollowInvitation {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.inviteToFollow(at: origin, token: token)
    }
  }

  func followInvitations() async throws(ServerClientError) -> [FollowInvitation] {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.followInvitations(at: origin, token: token)
    }
  }

  func revokeFollowInvitation(_ id: UUID) async throws(ServerClientError) {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.revokeFollowInvitation(id, at: origin, token: token)
    }
  }

  func offer(_ code: String) async throws(ServerClientError) -> FollowInvitationOffer {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.offer(code, at: origin, token: token)
    }
  }

  func redeem(_ code: String) async throws(ServerClientError) -> Profile {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.redeem(code, at: origin, token: token)
    }
  }
}

/// The requests about the user's own invitations.
struct InvitationController: Sendable {
  let owners: any InboxOwnerResolving
  let server: any FollowInviting

  /// Makes an invitation.
  func invite() async throws(Failure) -> InvitationRow {
    _ = try await owners.owner()
    return InvitationRow(try await ServerClientError.asFailure(await server.inviteToFollow()))
  }

  /// Those that serve, the oldest first.
  func list() async throws(Failure) -> [InvitationRow] {
    _ = try await owners.owner()
    return try await ServerClientError.asFailure(await server.followInvitations()).map(InvitationRow.init)
  }

  /// Ends the invitation of a code, of an id, or of the beginning of one.
  ///
  /// - Returns: what was done, in a sentence.
  func revoke(_ reference: String) async throws(Failure) -> LocalizedText {
    let id = try await id(reference)
    do { try await server.revokeFollowInvitation(id) } catch { throw Failure(error, ofInvitation: reference) }
    return "The invitation is revoked: its code serves nobody any more."
  }

  private func id(_ reference: String) async throws(Failure) -> UUID {
    let owner = try await owners.owner()
    switch PersonReference(reference) {
    case .id(let id): return id
    case .code(let code):
      let offer: FollowInvitationOffer
      do { offer = try await server.offer(code) } catch { throw Failure(error, ofInvitation: reference) }
      guard offer.inviter.user == owner.user else {
        throw Failure(.usage, "That invitation is not yours.", hint: "vault people invite --list shows yours.")
      }
      return offer.id
    case .email, .name:
      guard let beginning = IDBeginning(reference) else { throw .noInvitation }
      let found = try await ServerClientError.asFailure(await server.followInvitations()).filter {
        beginning.matches($0.id)
      }
      guard found.count < 2 else {
        throw Failure(.usage, "Several invitations begin like that.", hint: "Give more digits of the id.")
      }
      guard let first = found.first else { throw .noInvitation }
      return first.id
    }
  }
}

extension Failure {
  /// What there is to say about a code or an id that does not serve.
  static let noInvitation = Failure(
    .usage, "There is no such invitation: it may be mistyped, was used or revoked, or is older than a week.",
    hint: "Ask who invited you for another; vault people invite --list shows yours.")

  /// An invitation could not be had.
  init(_ error: ServerClientError, ofInvitation reference: String) {
    self = error.code == .notFound ? .noInvitation : Failure(error)
  }
}

extension InvitationRow {
  fileprivate init(_ invitation: FollowInvitation) {
    self.init(
      id: invitation.id, createdAt: invitation.createdAt, expiresAt: invitation.expiresAt, code: invitation.code)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to invitations: InvitationController) {
    on(InviteToFollow.self) { (_) throws(Failure) in try await invitations.invite() }
    on(ListInvitations.self) { (_) throws(Failure) in try await invitations.list() }
    on(RevokeInvitation.self) { (request) throws(Failure) in
      Acknowledgement(try await invitations.revoke(request.invitation))
    }
  }
}
