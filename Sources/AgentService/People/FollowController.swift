internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import SecretMemory
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// Finds people by email.
protocol EmailFinding: Sendable {
  /// The user of an email.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when nobody is found by it.
  func profile(ofEmail email: String) async throws(ServerClientError) -> Profile
}

extension AuthClient: EmailFinding {
  func profile(ofEmail email: String) async throws(ServerClientError) -> Profile {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.profile(ofEmail: email, at: origin, token: token)
    }
  }
}

/// The requests to follow somebody, and to follow them no longer.
struct FollowController: Sendable {
  let owners: any InboxOwnerResolving
  let people: PersonResolver
  let server: any Following & EmailFinding & FollowInviting

  /// Follows a user, as ``PersonReference`` says. By code or email it is somebody of whom only the server knows who they are, so the person is
  /// asked first.
  ///
  /// - Parameter isAgreed: whether they have agreed already.
  /// - Returns: what was done, in a sentence; so does ``unfollow(_:)``.
  func follow(_ reference: String, isAgreed: Bool, _ conversation: any Conversation) async throws(Failure)
    -> LocalizedText
  {
    let owner = try await owners.owner()
    switch PersonReference(reference) {
    case .code(let code): return try await redeem(code, owner.user, isAgreed, conversation)
    case .email(let email):
      let profile: Profile
      do { profile = try await server.profile(ofEmail: email) } catch { throw Failure(error, finding: email) }
      guard profile.user != owner.user else { throw Failure.ownFollower }
      if !isAgreed { try await agree("\(profile.shownName) is found by that email.", profile, conversation) }
      return try await follow(profile.user)
    case .id, .name:
      let user = try await people.user(reference, for: owner)
      guard user != owner.user else { throw Failure.ownFollower }
      return try await follow(user)
    }
  }

  /// Follows a user no longer.
  func unfollow(_ reference: String) async throws(Failure) -> LocalizedText {
    let user = try await people.user(reference, for: try await owners.owner())
    do { try await server.unfollow(user) } catch { throw Failure(error, about: user.text) }
    return "You no longer follow \(try await server.shownName(of: user))."
  }

  private func follow(_ user: UUID) async throws(Failure) -> LocalizedText {
    do { try await server.follow(user) } catch { throw Failure(error, about: user.text) }
    return "You follow \(try await server.shownName(of: user)) now."
  }

  private func redeem(
    _ code: String, _ own: UUID, _ isAgreed: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> LocalizedText {
    let inviter: Profile
    do { inviter = try await server.offer(code).inviter } catch { throw Failure(error, ofInvitation: code) }
    guard inviter.user != own else {
      throw Failure(
        .usage, "That is an invitation of your own.", hint: "Give the code to the one whom you invite.")
    }
    if !isAgreed { try await agree("\(inviter.shownName) invites you.", inviter, conversation) }
    let profile: Profile
    do { profile = try await server.redeem(code) } catch { throw Failure(error, ofInvitation: code) }
    guard profile.isFollowed, profile.isFollower else {
      return "You have used this code before; you and \(profile.shownName) no longer follow each other."
    }
    return "You and \(profile.shownName) follow each other now."
  }

  private func agree(_ what: LocalizedText, _ profile: Profile, _ conversation: any Conversation) async throws(Failure)
  {
    guard conversation.isInteractive else {
      throw Failure(
        .refused, "\(what) Nobody was there to be asked.", hint: "Nothing was done; --yes agrees beforehand.")
    }
    let answer = try await conversation.ask(Prompt(.agreement, text: "\(what) Follow? [y/N]"))
    let isYes = answer?.bytes.withUnsafeBytes { $0.first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false } ?? false
    guard isYes else { throw Failure(.refused, "Cancelled; you do not follow \(profile.shownName) by this.") }
  }
}

extension Failure {
  /// Nobody was found by an email.
  fileprivate init(_ error: ServerClientError, finding email: String) {
    switch error.code {
    case .notFound:
      self.init(
        .usage, "Nobody is found by that email.",
        hint:
          "Who has an account may not want to be found: ask them for an invitation (vault people invite) or their ID.")
    default: self.init(error)
    }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to follows: FollowController) {
    on(FollowUser.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await follows.follow(request.user, isAgreed: request.isAgreed == true, conversation))
    }
    on(UnfollowUser.self) { (request) throws(Failure) in Acknowledgement(try await follows.unfollow(request.user)) }
  }
}
