internal import FoundationEssentials

/// What becomes of comments and likes when what they are about goes.
extension SQLTransaction {
  /// Erases what a user has of what was said about a push. What they said themselves goes on counting for its day, without text and subject.
  func eraseFeedback(aboutPush id: UUID, of account: UUID) throws {
    let condition = "owner = ? AND push = (SELECT number FROM pushes WHERE id = ?)"
    let ownCount = try execute(
      "UPDATE feedback SET text = '', push = NULL WHERE \(condition) AND isOwn = 1", [account, id])
    let otherCount = try execute("DELETE FROM feedback WHERE \(condition)", [account, id])
    if ownCount + otherCount > 0 { try recordTraces() }
  }

  /// Keeps what people said about pushes that nobody has any more, without text and subject: it counts for its day.
  ///
  /// - Parameter pushes: their numbers, as ``SQLDialect/list``.
  func emptyFeedback(aboutPushes pushes: SQLValue) throws {
    try execute(
      """
      UPDATE feedback SET text = '', push = NULL WHERE isOwn = 1 AND push IN \(dialect.numbers("?"))
      """, [pushes])
  }

  /// The same of messages of a side before a number.
  func emptyFeedback(aboutMessagesOf side: UUID, before sequence: Int64) throws {
    try execute(
      """
      UPDATE feedback SET text = '', channel = NULL, message = NULL WHERE channel = ? AND message < ? AND isOwn = 1
      """, [side, sequence])
  }

  /// Removes what counted for its day alone.
  ///
  /// - Returns: whether there may be more.
  func expireErasedFeedback(before date: Date, limit: Int) throws -> Bool {
    try execute(
      """
      DELETE FROM feedback WHERE (owner, number) IN (
        SELECT owner, number FROM feedback WHERE push IS NULL AND channel IS NULL AND createdAt < ? LIMIT ?)
      """,
      [date.milliseconds, limit]) == limit
  }
}
