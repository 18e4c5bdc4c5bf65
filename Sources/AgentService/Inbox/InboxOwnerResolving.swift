internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox
internal import Localization

/// Whose inbox a request is about.
protocol InboxOwnerResolving: Sendable {
  /// Whoever is logged in, also while the server can't be reached.
  ///
  /// - Throws: ``Failure`` when nobody is.
  func owner() async throws(Failure) -> InboxOwner

  /// As ``owner()``; right after the first login it is waited a moment for what the server has.
  func fetchedOwner() async throws(Failure) -> InboxOwner

  /// As ``owner()``, and introduced to the store: who has just logged in may ask before the first connection.
  func begunOwner() async throws(Failure) -> InboxOwner

  /// Whose inbox the item is in that a request means.
  ///
  /// - Throws: ``Failure`` when another item has its number by now.
  func owner(of number: Int64, as identity: InboxIdentity?) async throws(Failure) -> InboxOwner
}

/// Whose inbox this agent has.
struct InboxOwners: InboxOwnerResolving {
  let inbox: InboxService

  func owner() async throws(Failure) -> InboxOwner { try await AgentInboxError.asFailure(await inbox.owner()) }

  func fetchedOwner() async throws(Failure) -> InboxOwner {
    try await AgentInboxError.asFailure(await inbox.fetchedOwner())
  }

  func begunOwner() async throws(Failure) -> InboxOwner {
    let owner = try await owner()
    try await InboxStoreError.asFailure(await inbox.store.begin(owner, at: Date()))
    return owner
  }

  func owner(of number: Int64, as identity: InboxIdentity?) async throws(Failure) -> InboxOwner {
    let owner = try await fetchedOwner()
    guard let identity else { return owner }
    let entry = try await InboxStoreError.asFailure(await inbox.store.entry(number, for: owner))
    guard identity.isStill(InboxIdentity(entry, of: owner)) else { throw .anotherItem(number) }
    return owner
  }
}
