internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

/// Comments and likes, a copy for each of the two.
extension Database {
  /// For how long a comment or a like counts, in seconds.
  static let feedbackDay = 86_400.0

  private static let feedbackColumns = """
    feedback.number, feedback.id, peer, isOwn, name, (SELECT pushes.id FROM pushes WHERE pushes.number = push) AS pushID,
    message, text, isTakenBack, feedback.createdAt
    """

  /// What became of the same comment when it was sent before; nil when it was not.
  func earlier(_ draft: FeedbackDraft) throws -> FeedbackOutcome? {
    guard case .comment(let id, let text) = draft.content else { return nil }
    let row = try Row.fetchOne(
      self, sql: "SELECT \(Self.feedbackColumns) FROM feedback WHERE owner = ? AND feedback.id = ?",
      arguments: [draft.author.uuidString, id.uuidString])
    guard let row else { return nil }
    // What was erased with its subject.
    guard let present = Feedback(row: row) else { return .idIsTaken }
    let isSame = present.isOwn && present.text == text && present.subject == draft.subject
    return isSame ? .repeated(present) : .idIsTaken
  }

  /// Gives a like again, or takes it back, under new numbers; nil where it is to be stored for the first time. What the other one has stays
  /// as it is while they block the author.
  func change(
    _ isGiven: Bool, _ subject: ResolvedSubject, _ draft: FeedbackDraft
  ) throws -> FeedbackOutcome? {
    guard let present = try like(subject.own, of: draft.author, isOwn: true) else { return isGiven ? nil : .unchanged }
    guard present.isTakenBack == isGiven else { return .unchanged }
    let stored = try renew(present, of: draft.author, isTakenBack: !isGiven)
    if let place = subject.others, try !isBlocked(subject.personal(by: draft.author)),
      let copy = try like(place, of: subject.other, isOwn: false)
    {
      _ = try renew(copy, of: subject.other, isTakenBack: !isGiven)
    }
    return .stored(stored, notice: nil)
  }

  private func like(_ place: FeedbackPlace, of owner: UUID, isOwn: Bool) throws -> Feedback? {
    try Row.fetchOne(
      self,
      sql: """
        SELECT \(Self.feedbackColumns) FROM feedback
        WHERE owner = ? AND isOwn = ? AND text IS NULL AND (push = ? OR (channel = ? AND message = ?))
        """,
      arguments: [owner.uuidString, isOwn, place.push, place.side, place.sequence]
    ).flatMap(Feedback.init(row:))
  }

  private func renew(_ present: Feedback, of owner: UUID, isTakenBack: Bool) throws -> Feedback {
    var feedback = present
    (feedback.number, feedback.isTakenBack) = (try nextFeedbackNumber(of: owner), isTakenBack)
    try execute(
      sql: "UPDATE feedback SET number = ?, isTakenBack = ? WHERE owner = ? AND number = ?",
      arguments: [feedback.number, isTakenBack, owner.uuidString, present.number])
    return feedback
  }

  private func nextFeedbackNumber(of owner: UUID) throws -> Int64 {
    try execute(
      sql: "UPDATE accounts SET feedbackHighest = feedbackHighest + 1 WHERE id = ?", arguments: [owner.uuidString])
    return try feedbackHighest(of: owner)
  }

  private func feedbackHighest(of owner: UUID) throws -> Int64 {
    try Int64.fetchOne(
      self, sql: "SELECT feedbackHighest FROM accounts WHERE id = ?", arguments: [owner.uuidString]) ?? 0
  }

  /// Counted by the author's own copies alone, so that the answer tells nothing of the other one.
  func hasSaidEnough(_ draft: FeedbackDraft, to other: UUID) throws -> Bool {
    let count = try Int.fetchOne(
      self,
      sql: "SELECT count(*) FROM feedback WHERE owner = ? AND peer = ? AND isOwn = 1 AND createdAt > ?",
      arguments: [
        draft.author.uuidString, other.uuidString, draft.createdAt.addingTimeInterval(-Self.feedbackDay).milliseconds,
      ])
    return (count ?? 0) >= ServerLimits.dailyFeedbackCount
  }

  /// Stores a copy under its owner's next number. Only the author's has the id that the author gave it: it stands for a comment of theirs.
  func insert(
    _ draft: FeedbackDraft, _ place: FeedbackPlace, of owner: UUID, peer: UUID
  ) throws -> Feedback {
    var copy = Feedback(
      id: UUID(), number: try nextFeedbackNumber(of: owner), subject: place.subject, user: peer,
      isOwn: owner == draft.author, name: draft.authorName, text: nil,
      createdAt: Date(milliseconds: draft.createdAt.milliseconds))
    if case .comment(let id, let text) = draft.content {
      copy.text = text
      if copy.isOwn { copy.id = id }
    }
    try execute(
      sql: """
        INSERT INTO feedback (owner, number, id, peer, isOwn, name, push, channel, message, text, createdAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        owner.uuidString, copy.number, copy.id.uuidString, peer.uuidString, copy.isOwn, copy.name, place.push,
        place.side, place.sequence, copy.text, copy.createdAt.milliseconds,
      ])
    return copy
  }

  /// - Parameter condition: which of the copies of the owner `?1`.
  func page(
    _ condition: String, _ arguments: StatementArguments, of owner: UUID
  ) throws -> FeedbackPage {
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT \(Self.feedbackColumns) FROM feedback
        WHERE owner = ?1 AND (push IS NOT NULL OR channel IS NOT NULL) AND (isOwn = 1 OR NOT EXISTS (SELECT 1 FROM blocks WHERE account = ?1 AND blocked = peer))
          AND \(condition)
        """, arguments: arguments)
    return FeedbackPage(feedback: rows.compactMap(Feedback.init(row:)), highest: try feedbackHighest(of: owner))
  }

  /// Erases what a user has of what was said about a push. What they said themselves goes on counting for its day, without text and subject.
  func eraseFeedback(aboutPush id: UUID, of account: UUID) throws {
    let arguments: StatementArguments = [account.uuidString, id.uuidString]
    let condition = "owner = ? AND push = (SELECT number FROM pushes WHERE id = ?)"
    try execute(
      sql: "UPDATE feedback SET text = '', push = NULL WHERE \(condition) AND isOwn = 1", arguments: arguments)
    let ownCount = changesCount
    try execute(sql: "DELETE FROM feedback WHERE \(condition)", arguments: arguments)
    if ownCount + changesCount > 0 { try recordTraces(true) }
  }

  /// Gives what somebody said new numbers: a device that asked during a block has passed them.
  func renumberFeedback(from peer: UUID, of owner: UUID) throws {
    try execute(
      sql: """
        UPDATE feedback SET number = place + (SELECT feedbackHighest FROM accounts WHERE id = ?1)
        FROM (SELECT number AS former, row_number() OVER (ORDER BY number) AS place FROM feedback
          WHERE owner = ?1 AND peer = ?2 AND isOwn = 0)
        WHERE owner = ?1 AND number = former
        """, arguments: [owner.uuidString, peer.uuidString])
    try execute(
      sql: "UPDATE accounts SET feedbackHighest = feedbackHighest + ? WHERE id = ?",
      arguments: [changesCount, owner.uuidString])
  }

  /// Keeps what people said about pushes that nobody has any more, without text and subject: it counts for its day.
  ///
  /// - Parameter pushes: their numbers, as a JSON array.
  func emptyFeedback(aboutPushes pushes: String) throws {
    try execute(
      sql: """
        UPDATE feedback SET text = '', push = NULL WHERE isOwn = 1 AND push IN (SELECT value FROM json_each(?))
        """, arguments: [pushes])
  }

  /// The same of messages of a side before a number.
  func emptyFeedback(aboutMessagesOf side: String, before sequence: Int64) throws {
    try execute(
      sql: """
        UPDATE feedback SET text = '', channel = NULL, message = NULL WHERE channel = ? AND message < ? AND isOwn = 1
        """, arguments: [side, sequence])
  }

  /// Removes what counted for its day alone.
  ///
  /// - Returns: whether there may be more.
  func expireErasedFeedback(before date: Date, limit: Int) throws -> Bool {
    try execute(
      sql: """
        DELETE FROM feedback WHERE (owner, number) IN (
          SELECT owner, number FROM feedback WHERE push IS NULL AND channel IS NULL AND createdAt < ? LIMIT ?)
        """,
      arguments: [date.milliseconds, limit])
    return changesCount == limit
  }
}

extension Feedback {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let id = UUID(text: row["id"]), let peer = UUID(text: row["peer"]) else { return nil }
    let subject: FeedbackSubject
    if let push = (row["pushID"] as String?).flatMap(UUID.init(text:)) {
      subject = .push(push)
    } else if let sequence: Int64 = row["message"] {
      subject = .message(user: peer, sequence: sequence)
    } else {
      return nil
    }
    self.init(
      id: id, number: row["number"], subject: subject, user: peer, isOwn: row["isOwn"], name: row["name"],
      text: row["text"], isTakenBack: row["isTakenBack"], createdAt: Date(milliseconds: row["createdAt"]))
  }
}
