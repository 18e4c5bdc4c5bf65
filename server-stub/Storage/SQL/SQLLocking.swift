internal import FoundationEssentials

/// What a transaction that decides on rows says before it reads them, so that nobody else changes them until it ends. Where there is one
/// writer at a time, nothing has to be done for it.
///
/// Two transactions never wait for each other: accounts are locked before channels, channels before pushes, pushes before names; of a kind
/// all at once, or one after another in the order of their ids. What is locked already may be locked again.
protocol SQLLocking {
  /// What belongs to some accounts: inboxes, sessions, devices, follows, blocks, nicknames, feedback, enrolments. Of ids that no account has
  /// nothing is locked.
  func lock(accounts: [UUID]) throws

  /// The same of the accounts that satisfy a condition on the table `accounts`.
  ///
  /// - Returns: a condition that until the end the same accounts satisfy: those that satisfied it once they were locked. Others may come to
  ///   satisfy the one that was given.
  func lock(accountsWhere condition: SQLCondition) throws -> SQLCondition

  /// The messages of channels, and of sides of conversations, and what is said about them.
  func lock(channels: [UUID]) throws

  /// Whether anybody can still see the texts of pushes, by their numbers.
  func lock(pushes: [Int64]) throws

  /// Something that has no row: whoever locks the same name waits.
  func lock(name: String) throws
}

/// A condition on the rows of a table, for a statement's `WHERE`. Its parameters are all `?`, without numbers.
struct SQLCondition: Sendable {
  let sql: String
  var arguments: SQLArguments = []

  /// All rows.
  static let all = SQLCondition(sql: "TRUE")
  /// The accounts that are enrolled in a channel.
  static func members(of channel: UUID) -> SQLCondition {
    SQLCondition(sql: "id IN (SELECT accountID FROM enrolments WHERE channelID = ?)", arguments: [channel])
  }
  /// The row of an id.
  static func id(_ id: UUID) -> SQLCondition { SQLCondition(sql: "id = ?", arguments: [id]) }
}
