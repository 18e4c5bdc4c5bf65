public import AgentAPI
public import FoundationEssentials

/// What the window asks of the agent about the inbox.
public protocol InboxService: Sendable {
  /// The newest items, or those before one.
  func inbox(limit: Int, before number: Int64?) async throws(Failure) -> InboxListing

  /// One item, whole; it counts as read from then on.
  func open(_ item: InboxRow) async throws(Failure) -> InboxRow

  /// Has all items count as read, on all devices of the user.
  func markAllRead() async throws(Failure)

  /// Deletes an item from all devices of the user, and from the server.
  func delete(_ item: InboxRow) async throws(Failure)

  /// Makes a task of an item, or declines it; may ask the owner.
  func decide(_ isAccepted: Bool, _ item: InboxRow) async throws(Failure) -> InboxRow

  /// The task that was made of an item, as the item names it.
  func task(called shortID: String) async throws(Failure) -> UUID
}
