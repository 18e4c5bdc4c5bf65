internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import SecretMemory
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// Messages, and who follows whom.
extension VaultAgent {
  /// The newest messages; they count as read from then on.
  func messages(_ limit: Int, _ conversation: any Conversation) async throws(Failure) -> [MessageRow] {
    let owner = try await inbox.fetchedOwner()
    try await ask(.messages, conversation)
    let messages: [InboxMessage]
    do {
      messages = try await inbox.store.messages(for: owner, limit: limit)
      try await inbox.store.markRead(.messages, at: Date(), for: owner)
    } catch { throw Failure(error) }
    await inbox.sync.sendDecisions()
    return zip(1..., messages).map { MessageRow($1, number: $0) }
  }

  /// The message at that place of the list.
  func message(_ number: Int) async throws(Failure) -> MessageRow {
    let owner = try await inbox.owner()
    var found: [InboxMessage] = []
    if number > 0 {
      do { found = try await inbox.store.messages(for: owner, offset: number - 1, limit: 1) } catch {
        throw Failure(error)
      }
    }
    guard let message = found.first else {
      throw Failure(.usage, "There is no message \(number).", hint: "vault messages lists them; the first is 1.")
    }
    return MessageRow(message, number: number)
  }

  /// A user's profile; nil for one's own.
  func profile(of reference: String?, _ conversation: any Conversation) async throws(Failure) -> ProfileRow {
    let owner = try await inbox.owner()
    guard let reference else { return try await ownProfile(owner, conversation) }
    let user = try await self.user(reference, owner)
    if user == owner.user { return try await ownProfile(owner, conversation) }
    return ProfileRow(try await profile(user), isOwn: false)
  }

  func follow(_ reference: String) async throws(Failure) -> String {
    let owner = try await inbox.owner()
    let user = try await self.user(reference, owner)
    guard user != owner.user else { throw Failure.ownFollower }
    try await withSession(about: user) { (api, origin, token) async throws(ServerClientError) in
      try await api.follow(user, at: origin, token: token)
    }
    let name = try await profile(user).name
    return "You follow \(name) now."
  }

  func unfollow(_ reference: String) async throws(Failure) -> String {
    let user = try await self.user(reference, try await inbox.owner())
    try await withSession(about: user) { (api, origin, token) async throws(ServerClientError) in
      try await api.unfollow(user, at: origin, token: token)
    }
    let name = try await profile(user).name
    return "You do not follow \(name)."
  }

  /// Without the server it has what is known here.
  private func ownProfile(_ owner: InboxOwner, _ conversation: any Conversation) async throws(Failure) -> ProfileRow {
    let isAnswered = try await ask(.followers, conversation)
    var row = ProfileRow(user: owner.user, isOwn: true)
    if isAnswered { row = ProfileRow(try await profile(owner.user), isOwn: true) }
    do {
      let new = try await inbox.store.newFollowers(for: owner, limit: InboxStore.maximumPageCount)
      row.newFollowers = new.map { .init(user: $0.user, name: $0.name, since: $0.since) }
      if let newest = new.first { try await inbox.store.passFollowers(through: newest.since, for: owner) }
      try await inbox.store.markRead(.followers, at: Date(), for: owner)
    } catch { throw Failure(error) }
    await inbox.sync.sendDecisions()
    return row
  }

  private func profile(_ user: UUID) async throws(Failure) -> Profile {
    try await withSession(about: user) { (api, origin, token) async throws(ServerClientError) in
      try await api.profile(of: user, at: origin, token: token)
    }
  }

  /// Asks the server about a user.
  private func withSession<Value: Sendable>(
    about user: UUID,
    _ body: @Sendable (VaultServerAPI, ServerOrigin, SharedSecret) async throws(ServerClientError) -> Value
  ) async throws(Failure) -> Value {
    do { return try await account.client.withSession(body) } catch { throw Failure(error, about: user.text) }
  }

  /// Has the server asked about a topic; where that can't be, it is said, and what is here is shown.
  ///
  /// - Returns: whether the server has answered.
  @discardableResult
  private func ask(_ topic: InboxTopic, _ conversation: any Conversation) async throws(Failure) -> Bool {
    do {
      try await hints.ask(topic)
      return true
    } catch {
      try await conversation.tell("The server could not be asked, so this is what was here: \(error.message)")
      return false
    }
  }

  /// An id, or the name of somebody who follows the user.
  private func user(_ reference: String, _ owner: InboxOwner) async throws(Failure) -> UUID {
    if let id = UUID(uuidString: reference) { return id }
    let found: [Follower]
    do { found = try await inbox.store.followers(named: reference, for: owner) } catch { throw Failure(error) }
    guard found.count < 2 else {
      throw Failure(.usage, "Several of your followers have that name.", hint: "Give the id that vault profile shows.")
    }
    guard let follower = found.first else {
      throw Failure(
        .usage, "\u{201C}\(reference.prefix(80))\u{201D} is no user's id, and no follower's name.",
        hint: "Ask them for the id that their vault profile shows.")
    }
    return follower.user
  }
}

extension MessageRow {
  fileprivate init(_ message: InboxMessage, number: Int) {
    self.init(
      number: number, id: message.message.id, text: message.message.text, senderName: message.message.senderName,
      receivedAt: message.receivedAt)
  }
}

extension ProfileRow {
  fileprivate init(_ profile: Profile, isOwn: Bool) {
    self.init(
      user: profile.user, name: profile.name, followerCount: profile.followerCount, isOwn: isOwn,
      isFollowed: profile.isFollowed, isFollower: profile.isFollower)
  }
}
