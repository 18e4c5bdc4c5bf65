public import AgentAPI

/// What the window asks of the agent about the inbox.
public protocol InboxService: Sendable {
  /// The newest items, or those before one.
  func inbox(limit: Int, before number: Int64?) async throws(Failure) -> InboxListing

  /// One item, whole; it counts as read from then on.
  func open(_ item: InboxRow) async throws(Failure) -> InboxRow

  /// Sees to a login with the server; asks for email and password where there are no valid ones.
  func logIn() async throws(Failure)

  /// Makes a task of an item, or declines it; may ask the owner.
  func decide(_ isAccepted: Bool, _ item: InboxRow) async throws(Failure) -> InboxRow
}
