internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// Blocks people, who are not told.
protocol Blocking: Sendable {
  /// Blocks a user.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user; so does the other.
  func block(_ user: UUID) async throws(ServerClientError)

  /// Blocks a user no longer.
  func unblock(_ user: UUID) async throws(ServerClientError)
}

extension AuthClient: Blocking {
  func block(_ user: UUID) async throws(ServerClientError) {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.block(user, at: origin, token: token)
    }
  }

  func unblock(_ user: UUID) async throws(ServerClientError) {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.unblock(user, at: origin, token: token)
    }
  }
}

/// The requests about whom the user has anything to do with, and who may not send to them.
struct PeopleController: Sendable {
  let owners: any InboxOwnerResolving
  let people: PersonResolver
  let server: any PeopleReading & Following & Blocking

  /// A page of people, by name.
  ///
  /// - Parameters:
  ///   - group: these alone; nil for everybody.
  ///   - user: where the page before ended; nil for the first.
  func list(_ group: PeopleGroup?, after user: UUID?) async throws(Failure) -> PeopleListing {
    let kind = group.flatMap { PeopleKind(rawValue: $0.rawValue) }
    do throws(ServerClientError) { return PeopleListing(try await server.people(kind, after: user)) } catch {
      switch error.code {
      case .notFound: throw Failure(.unsupported, "This server is too old to list people.", hint: "Have it updated.")
      case .invalidInput:
        throw Failure(.tryLater, "The list has changed while it was read.", hint: "Ask for it once more.")
      default: throw Failure(error)
      }
    }
  }

  /// Blocks a user.
  ///
  /// - Returns: what was done, in a sentence; so does ``unblock(_:)``.
  func block(_ reference: String) async throws(Failure) -> LocalizedText {
    let owner = try await owners.owner()
    let user = try await people.user(reference, for: owner)
    guard user != owner.user else { throw Failure.ownBlock }
    do { try await server.block(user) } catch { throw Failure(error, about: user.text) }
    return "\(try await name(of: user)) is blocked: what they send to you arrives nowhere, and they are not told."
  }

  /// Blocks a user no longer.
  func unblock(_ reference: String) async throws(Failure) -> LocalizedText {
    let user = try await people.user(reference, for: try await owners.owner())
    do { try await server.unblock(user) } catch { throw Failure(error, about: user.text) }
    return "\(try await name(of: user)) is not blocked. What they sent meanwhile does not come."
  }

  private func name(of user: UUID) async throws(Failure) -> String {
    do { return try await server.profile(of: user).shownName } catch { throw Failure(error, about: user.text) }
  }
}

extension PeopleListing {
  fileprivate init(_ page: People) {
    self.init(
      contacts: page.contacts, followers: page.followers, followed: page.followed, blocked: page.blocked,
      people: page.people.map {
        PersonRow(
          user: $0.user, name: $0.name, isFollowed: $0.isFollowed, isFollower: $0.isFollower, isBlocked: $0.isBlocked,
          nickname: $0.nickname)
      }, next: page.next)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to people: PeopleController) {
    on(ListPeople.self) { (request) throws(Failure) in try await people.list(request.kind, after: request.after) }
    on(BlockUser.self) { (request) throws(Failure) in Acknowledgement(try await people.block(request.user)) }
    on(UnblockUser.self) { (request) throws(Failure) in Acknowledgement(try await people.unblock(request.user)) }
  }
}
