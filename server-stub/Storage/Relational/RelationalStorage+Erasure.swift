internal import FoundationEssentials

/// Pushes that nobody has, and texts that nobody may see.
extension SQLTransaction {
  /// Deletes the pushes that are in no inbox any more nor withheld from one, and erases the texts that nobody may see.
  ///
  /// - Parameter numbers: which pushes are looked at.
  func eraseUnreferencedPushes(_ numbers: ClosedRange<Int64> = 0...(.max)) throws {
    let unreferenced: [Int64] = try values(
      """
      SELECT number FROM pushes WHERE number >= ? AND number <= ?
        AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = pushes.number)
        AND NOT EXISTS (SELECT 1 FROM withheld WHERE push = pushes.number)
        AND NOT EXISTS (SELECT 1 FROM broadcasts WHERE push = pushes.number)
      """, [numbers.lowerBound, numbers.upperBound])
    if !unreferenced.isEmpty {
      let list = dialect.list(unreferenced)
      try emptyFeedback(aboutPushes: list)
      try rememberPushes(list)
      try execute("DELETE FROM pushes WHERE number IN \(dialect.numbers("?"))", [list])
      try recordTraces()
    }
    try erasePushes(
      unseenAmong: try values(
        """
        SELECT number FROM pushes WHERE isRedacted = 0 AND number >= ? AND number <= ?
          AND EXISTS (SELECT 1 FROM inbox WHERE push = pushes.number AND inbox.isRedacted = 1)
        """, [numbers.lowerBound, numbers.upperBound]))
  }

  /// Erases those of some pushes that nobody may see any more: each of their recipients has redacted them, got another in their place, or is
  /// gone; and no more of them are to get it. What was withheld is not among them until its sender replaces it: its sender would see that it is gone.
  func erasePushes(unseenAmong numbers: [Int64]) throws {
    guard !numbers.isEmpty else { return }
    // Of two who hide a push at the same time, the second sees that nobody has it.
    try lock(pushes: numbers)
    let erased = try all(
      """
      SELECT number, attachment FROM pushes WHERE isRedacted = 0
        AND number IN \(dialect.numbers("?"))
        AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = pushes.number AND isRedacted = 0 AND replacedAt IS NULL)
        AND NOT EXISTS (SELECT 1 FROM withheld WHERE push = pushes.number AND replacedAt IS NULL)
        AND NOT EXISTS (SELECT 1 FROM broadcasts WHERE push = pushes.number)
      """, [dialect.list(numbers)]
    ) { (number: $0[0] as Int64, picture: $0[1] as Int64?) }
    for push in erased {
      try execute(
        "UPDATE pushes SET payload = '', attachment = NULL, collapseID = NULL, isRedacted = 1 WHERE number = ?",
        [push.number])
      if let picture = push.picture { try removeAttachment(picture) }
    }
    if !erased.isEmpty { try recordTraces() }
  }

  private func removeAttachment(_ number: Int64) throws {
    try execute(
      """
      DELETE FROM attachments WHERE number = ?
        AND NOT EXISTS (SELECT 1 FROM pushes WHERE attachment = attachments.number)
        AND NOT EXISTS (SELECT 1 FROM channels WHERE picture = attachments.id)
      """,
      [number])
  }
}
