internal import FoundationEssentials
internal import ServerAPI

/// For how long a comment or a like counts, in seconds.
private let feedbackDay = 86_400.0

private enum FeedbackColumns {
  static let sql = """
    feedback.number, feedback.id, peer, isOwn, name, (SELECT pushes.id FROM pushes WHERE pushes.number = push) AS pushID,
    message, text, isTakenBack, feedback.createdAt
    """
}

/// Comments and likes, a copy for each of the two.
extension SQLTransaction {
  /// What became of the same comment when it was sent before; nil when it was not.
  func earlier(_ draft: FeedbackDraft) throws -> FeedbackOutcome? {
    guard case .comment(let id, let text) = draft.content else { return nil }
    let row = try row(
      "SELECT \(FeedbackColumns.sql) FROM feedback WHERE owner = ? AND feedback.id = ?", [draft.author, id])
    guard let row else { return nil }
    // What was erased with its subject.
    guard let present = try Feedback(row: row) else { return .idIsTaken }
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
    try first(
      """
      SELECT \(FeedbackColumns.sql) FROM feedback
      WHERE owner = ? AND isOwn = ? AND text IS NULL AND (push = ? OR (channel = ? AND message = ?))
      """,
      [owner, isOwn, place.push, place.side, place.sequence], Feedback.init(row:))
  }

  private func renew(_ present: Feedback, of owner: UUID, isTakenBack: Bool) throws -> Feedback {
    var feedback = present
    (feedback.number, feedback.isTakenBack) = (try nextFeedbackNumber(of: owner), isTakenBack)
    try execute(
      "UPDATE feedback SET number = ?, isTakenBack = ? WHERE owner = ? AND number = ?",
      [feedback.number, isTakenBack, owner, present.number])
    return feedback
  }

  private func nextFeedbackNumber(of owner: UUID) throws -> Int64 {
    try execute("UPDATE accounts SET feedbackHighest = feedbackHighest + 1 WHERE id = ?", [owner])
    return try feedbackHighest(of: owner)
  }

  private func feedbackHighest(of owner: UUID) throws -> Int64 {
    try first("SELECT feedbackHighest FROM accounts WHERE id = ?", [owner]) { try $0.number(0) } ?? 0
  }

  /// Counted by the author's own copies alone, so that the answer tells nothing of the other one.
  func hasSaidEnough(_ draft: FeedbackDraft, to other: UUID) throws -> Bool {
    let count: Int? = try value(
      "SELECT count(*) FROM feedback WHERE owner = ? AND peer = ? AND isOwn = 1 AND createdAt > ?",
      [draft.author, other, draft.createdAt.addingTimeInterval(-feedbackDay).milliseconds])
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
      """
      INSERT INTO feedback (owner, number, id, peer, isOwn, name, push, channel, message, text, createdAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        owner, copy.number, copy.id, peer, copy.isOwn, copy.name, place.push, place.side, place.sequence, copy.text,
        copy.createdAt.milliseconds,
      ])
    return copy
  }

  /// - Parameter condition: which of the copies of the owner `?1`.
  func page(_ condition: String, _ arguments: SQLArguments, of owner: UUID) throws -> FeedbackPage {
    let feedback = try all(
      """
      SELECT \(FeedbackColumns.sql) FROM feedback
      WHERE owner = ?1 AND (push IS NOT NULL OR channel IS NOT NULL)
        AND (isOwn = 1 OR NOT EXISTS (SELECT 1 FROM blocks WHERE account = ?1 AND blocked = peer))
        AND \(condition)
      """, arguments, Feedback.init(row:))
    return FeedbackPage(feedback: feedback, highest: try feedbackHighest(of: owner))
  }

  /// Gives what somebody said new numbers: a device that asked during a block has passed them.
  func renumberFeedback(from peer: UUID, of owner: UUID) throws {
    let count = try execute(
      """
      UPDATE feedback SET number = place + (SELECT feedbackHighest FROM accounts WHERE id = ?1)
      FROM (SELECT number AS former, row_number() OVER (ORDER BY number) AS place FROM feedback
        WHERE owner = ?1 AND peer = ?2 AND isOwn = 0) AS places
      WHERE owner = ?1 AND number = former
      """, [owner, peer])
    try execute("UPDATE accounts SET feedbackHighest = feedbackHighest + ? WHERE id = ?", [count, owner])
  }
}

extension Feedback {
  /// Nil for a row that no version of the server has written.
  ///
  /// - Throws: ``ImpossibleNumberError``
  fileprivate init?(row: any SQLRow) throws {
    guard let id: UUID = row["id"], let peer: UUID = row["peer"] else { return nil }
    let subject: FeedbackSubject
    if let push: UUID = row["pushID"] {
      subject = .push(push)
    } else if row["message"] as Int64? != nil {
      subject = .message(user: peer, sequence: try row.sequence("message"))
    } else {
      return nil
    }
    self.init(
      id: id, number: try row.sequence("number"), subject: subject, user: peer, isOwn: row["isOwn"], name: row["name"],
      text: row["text"], isTakenBack: row["isTakenBack"], createdAt: Date(milliseconds: row["createdAt"]))
  }
}
