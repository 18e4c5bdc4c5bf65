public import AgentAPI
public import FoundationEssentials

/// What the window asks of the agent about the user, and about other people.
///
/// People are named as `vault people` does: by the user's name for them, by a name that one person alone has, by an id or its first eight digits.
public protocol PeopleService: Sendable {
  /// The email of the user's account; nil where it is not known.
  func email() async throws(Failure) -> String?

  /// Who the user is on the server, and who began to follow since this was asked last.
  func profile() async throws(Failure) -> ProfileRow

  /// A page of people, by name.
  func people(_ group: PeopleGroup?, after user: UUID?) async throws(Failure) -> PeopleListing

  /// Does something about a person.
  ///
  /// - Returns: what was done, in a sentence.
  func act(_ action: PersonAction, on person: String) async throws(Failure) -> String

  /// Has others find the user by email, or not any more.
  func setFindable(_ isFindable: Bool) async throws(Failure) -> String

  /// Makes an invitation to follow each other.
  func invite() async throws(Failure) -> InvitationRow

  /// The invitations that serve, without their codes.
  func invitations() async throws(Failure) -> [InvitationRow]

  /// Ends an invitation.
  func revoke(_ invitation: UUID) async throws(Failure) -> String

  /// Calls somebody something; nil takes the name away.
  func name(_ user: UUID, _ nickname: String?) async throws(Failure) -> String
}

/// What is done about a person.
public enum PersonAction: Equatable, Sendable {
  /// Follows them; `person` may be the code of an invitation or an email, too, which is asked about first.
  case follow
  /// Follows them no longer.
  case unfollow
  /// Lets nothing of theirs arrive; they are not told.
  case block
  /// Lets it arrive again.
  case unblock
}

extension AgentLink: PeopleService {
  public func email() async throws(Failure) -> String? { try await send(ShowStatus()).account.email }

  public func profile() async throws(Failure) -> ProfileRow {
    // Who opens a page is asked nothing, and told in the page what can't be read.
    try await askServer(ShowProfile(user: nil), isAsked: false)
  }

  public func people(_ group: PeopleGroup?, after user: UUID?) async throws(Failure) -> PeopleListing {
    try await askServer(ListPeople(kind: group, after: user), isAsked: false)
  }

  public func act(_ action: PersonAction, on person: String) async throws(Failure) -> String {
    // Whoever is followed from now on may be called by name.
    defer { learnNames() }
    let words =
      switch action {
      case .follow: try await askServer(FollowUser(user: person)).message
      case .unfollow: try await askServer(UnfollowUser(user: person)).message
      case .block: try await askServer(BlockUser(user: person)).message
      case .unblock: try await askServer(UnblockUser(user: person)).message
      }
    return names.plain(sentence: words)
  }

  public func setFindable(_ isFindable: Bool) async throws(Failure) -> String {
    try await askServer(SetFindable(isFindable: isFindable)).message
  }

  public func invitations() async throws(Failure) -> [InvitationRow] {
    try await askServer(ListInvitations(), isAsked: false)
  }

  public func revoke(_ invitation: UUID) async throws(Failure) -> String {
    try await askServer(RevokeInvitation(invitation: invitation.uuidString.lowercased())).message
  }

  public func name(_ user: UUID, _ nickname: String?) async throws(Failure) -> String {
    defer { learnNames() }
    let request = NamePerson(user: user.uuidString, nickname: nickname?.trimmed.nilIfEmpty)
    return names.plain(sentence: try await askServer(request).message)
  }

  public func invite() async throws(Failure) -> InvitationRow { try await askServer(InviteToFollow()) }
}
