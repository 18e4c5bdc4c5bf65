internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// The requests about conversations of two. What is read and written in one goes as in a channel.
struct ConversationController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let people: PersonResolver
  let server: any Following
  let sync: any ChannelSyncing

  /// The conversation with somebody, which begins here where there is none.
  func open(_ reference: String) async throws(Failure) -> ChannelRow {
    let owner = try await owners.begunOwner()
    let user = try await people.correspondent(reference, for: owner)
    guard user != owner.user else {
      throw Failure(
        .usage, "That is you; nobody writes to themselves.", hint: "vault people lists whom you can write to.")
    }
    if let present = try await conversation(user, owner) { return present }
    let profile = try await server.reachableProfile(of: user)
    if let profile, !profile.isFollower {
      throw Failure(
        .refused,
        "\(PersonTitle(name: profile.name, user: user).text) has to follow you first: then they get what you write.",
        hint: "Ask them to run vault follow with the ID that your vault profile shows.")
    }
    let isContact = profile?.isFollowed ?? false
    return ChannelRow(
      try await InboxStoreError.asFailure(
        await store.beginConversation(with: user, named: profile?.name ?? "", isContact: isContact, for: owner)))
  }

  /// A page of the conversations in which anything was written, the newest first.
  func list(offset: Int, limit: Int) async throws(Failure) -> ConversationListing {
    let owner = try await owners.begunOwner()
    let limit = min(max(limit, 1), InboxStore.maximumPageCount - 1)
    let entries = try await InboxStoreError.asFailure(
      await store.conversations(for: owner, offset: offset, limit: limit + 1))
    return ConversationListing(
      conversations: entries.prefix(limit).map(ConversationRow.init), hasMore: entries.count > limit,
      isConnected: await sync.outage == nil,
      isComplete: try await InboxStoreError.asFailure(await store.knowsConversations(for: owner)))
  }

  private func conversation(_ user: UUID, _ owner: InboxOwner) async throws(Failure) -> ChannelRow? {
    let entry = try await InboxStoreError.asFailure(await store.conversation(with: user, for: owner))
    return entry.map { ChannelRow($0) }
  }
}

extension ConversationRow {
  /// The most characters of a message in a list.
  private static let characterCount = 200

  fileprivate init(_ entry: ConversationEntry) {
    var newest = ChannelMessageRow(entry.newest)
    newest.text = String(newest.text.prefix(Self.characterCount))
    self.init(
      user: entry.channel.id, name: entry.channel.title, nickname: entry.channel.nickname, isContact: entry.isContact,
      unreadCount: entry.channel.unreadCount, newest: newest)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to conversations: ConversationController) {
    on(OpenConversation.self) { (request) throws(Failure) in try await conversations.open(request.person) }
    on(ListConversations.self) { (request) throws(Failure) in
      try await conversations.list(offset: request.offset, limit: request.limit)
    }
  }
}
