internal import FoundationEssentials
internal import ServerAPI

/// Stores who has blocked whom, and lists whom a user has anything to do with.
protocol PeopleStorage: Sendable {
  /// One account blocks another, if it does not yet. What that account has sent, and no device of the user has acknowledged, is hidden from
  /// the user, as far as it still waits; for its sender it waits on.
  ///
  /// - Returns: what is to be sent to the user's devices; nil unless there are both.
  func block(_ user: UUID, by account: UUID, at date: Date) async throws -> [InboxChange]?
  /// One account blocks another no longer, if it did. What was withheld stays so.
  ///
  /// - Returns: whether there is such a user.
  func unblock(_ user: UUID, by account: UUID) async throws -> Bool
  /// Whom a user follows, is followed by, has blocked or has named, by nickname or else by name, then by id; what their names look like is
  /// left out.
  ///
  /// - Returns: nil where the page is to begin after a user who is not there any more.
  func people(_ query: PeopleQuery, of account: UUID) async throws -> People?
}

/// Which people a list has.
struct PeopleQuery: Equatable, Sendable {
  /// These alone; nil for everybody.
  var kind: PeopleKind?
  /// The list begins after where this user stands in its order, listed or not; nil for the beginning.
  var after: UUID?
  /// The most of one page.
  var limit = ServerLimits.pageCount
}
