internal import FoundationEssentials

/// What has its time in storage, and when that is over.
enum Expirable: Equatable, Sendable {
  /// Sessions and invitations of both kinds that ended before a moment.
  case sessions(before: Date)
  /// Items of inboxes: those made before a moment, and those of each inbox beyond the newest so many.
  case items(before: Date, keeping: Int)
  /// Pushes that are in no inbox any more, and the texts that nobody may see; what was withheld from an inbox before a moment.
  case pushes(before: Date)
  /// What counts for its day alone of comments and likes, of before a moment.
  case feedback(before: Date)
  /// Messages: those received before a moment, and those of each channel beyond the newest so many.
  case messages(before: Date, keeping: Int)
  /// Pictures that were brought before a moment, and that no push and no channel has.
  case attachments(before: Date)
}

/// Deletes what has expired, in steps that keep nobody else from writing for long.
protocol ExpiryStorage: Sendable {
  /// Deletes some of what has expired, in one transaction. Items and messages go from the front, so that what is kept has no gap, and
  /// numbers are never given again.
  ///
  /// - Parameter limit: the most that is looked at and deleted, in rows.
  /// - Returns: whether to go on: false when all was looked at since that was said last.
  func expireOnce(_ what: Expirable, limit: Int) async throws -> Bool
}
