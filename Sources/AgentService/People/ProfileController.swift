internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// Who users are on the server, and whom this one follows.
protocol Following: Sendable {
  /// Who somebody is.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user; so do the others.
  func profile(of user: UUID) async throws(ServerClientError) -> Profile

  /// Follows a user.
  func follow(_ user: UUID) async throws(ServerClientError)

  /// Follows a user no longer.
  func unfollow(_ user: UUID) async throws(ServerClientError)
}

extension AuthClient: Following {
  func profile(of user: UUID) async throws(ServerClientError) -> Profile {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.profile(of: user, at: origin, token: token)
    }
  }

  func follow(_ user: UUID) async throws(ServerClientError) {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.follow(user, at: origin, token: token)
    }
  }

  func unfollow(_ user: UUID) async throws(ServerClientError) {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.unfollow(user, at: origin, token: token)
    }
  }
}

/// The requests about who somebody is.
struct ProfileController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let hints: any HintAsking
  let sync: any DecisionSending
  let server: any Following & Findable
  let people: PersonResolver

  /// A user's profile; nil for one's own.
  func profile(of reference: String?, _ conversation: any Conversation) async throws(Failure) -> ProfileRow {
    let owner = try await owners.owner()
    guard let reference else { return try await ownProfile(owner, conversation) }
    let user = try await people.user(reference, for: owner)
    if user == owner.user { return try await ownProfile(owner, conversation) }
    return ProfileRow(try await profile(user), isOwn: false)
  }

  /// Without the server it has what is known here.
  private func ownProfile(_ owner: InboxOwner, _ conversation: any Conversation) async throws(Failure) -> ProfileRow {
    let isAnswered = try await hints.ask(.followers, conversation)
    var row = ProfileRow(user: owner.user, isOwn: true)
    if isAnswered {
      row = ProfileRow(try await profile(owner.user), isOwn: true)
      row.isFindable = try await isFindable()
    }
    do {
      let new = try await store.newFollowers(for: owner, limit: InboxStore.maximumPageCount)
      row.newFollowers = new.map { .init(user: $0.user, name: $0.name, since: $0.since) }
      if let newest = new.first { try await store.passFollowers(through: newest.since, for: owner) }
      try await store.markRead(.followers, at: Date(), for: owner)
    } catch { throw Failure(error) }
    await sync.sendDecisions()
    return row
  }

  private func isFindable() async throws(Failure) -> Bool? {
    do throws(ServerClientError) { return try await server.isFindable() } catch {
      // A server of before finds nobody.
      if error.code == .notFound { return nil }
      throw Failure(error)
    }
  }

  private func profile(_ user: UUID) async throws(Failure) -> Profile {
    do { return try await server.profile(of: user) } catch { throw Failure(error, about: user.text) }
  }
}

extension ProfileRow {
  fileprivate init(_ profile: Profile, isOwn: Bool) {
    self.init(
      user: profile.user, name: profile.name, followerCount: profile.followerCount, isOwn: isOwn,
      isFollowed: profile.isFollowed, isFollower: profile.isFollower, nickname: profile.nickname)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to profiles: ProfileController) {
    on(ShowProfile.self) { (request, conversation) throws(Failure) in
      try await profiles.profile(of: request.user, conversation)
    }
  }
}
