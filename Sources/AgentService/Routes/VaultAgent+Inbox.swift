internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import ServerAPI
internal import ServerClient

extension VaultAgent {
  func answer(_ request: InboxRequest, _ conversation: any Conversation) async throws(Failure) -> Reply {
    switch request {
    case .list(let limit, let before): .inbox(try await list(limit, before))
    case .passLosses(let losses, let owner): try await pass(losses, of: owner)
    case .show(let number, let identity): .inboxItem(try await decisions.show(number, as: identity))
    case .accept(let number, let identity): .inboxItem(try await accept(number, identity, conversation))
    case .picture(let number, let form, let isPrompt, let identity):
      try await picture(ofItem: number, identity, as: form, isPrompt: isPrompt ?? false, conversation)
    case .reject(let number, let identity): .inboxItem(try await decisions.reject(number, as: identity))
    case .messages(let limit): .messages(try await messages(limit, conversation))
    case .message(let number): .message(try await message(number))
    case .profile(let user): .profile(try await profile(of: user, conversation))
    case .follow(let user): .done(message: try await follow(user))
    case .unfollow(let user): .done(message: try await unfollow(user))
    case .devices: .devices(try await devices())
    case .push(let draft): .pushed(try await push(draft, conversation))
    case .pushStatus(let id): .pushed(try await report(on: id))
    }
  }

  private func list(_ limit: Int, _ before: Int64?) async throws(Failure) -> InboxListing {
    let owner = try await inbox.fetchedOwner()
    let (entries, unread): ([InboxEntry], Int)
    var older = 0
    do throws(InboxStoreError) {
      entries = try await inbox.store.entries(before: before, limit: limit, for: owner)
      unread = try await inbox.store.counts(for: owner, at: Date()).unread
      if let last = entries.last { older = try await inbox.store.count(before: last.sequence, for: owner) }
    } catch { throw Failure(error) }
    let losses = try await inbox.losses(of: owner)
    return InboxListing(
      items: try await decisions.rows(entries, owner), unreadCount: unread, hasMore: older > 0, olderCount: older,
      owner: owner.text, losses: losses.isEmpty ? nil : losses)
  }

  private func pass(_ losses: [LostItems], of text: String) async throws(Failure) -> Reply {
    let owner = try await inbox.owner()
    // Another user's, where somebody else has logged in meanwhile.
    if owner.text == text { try await inbox.pass(losses, of: owner) }
    return .done(message: "")
  }

  private func accept(
    _ number: Int64, _ identity: InboxIdentity?, _ conversation: any Conversation
  ) async throws(Failure) -> InboxRow {
    try await decisions.accept(number, as: identity) { () async throws(Failure) in
      _ = try await keeper.verifyAfresh(conversation)
    }
  }
}
