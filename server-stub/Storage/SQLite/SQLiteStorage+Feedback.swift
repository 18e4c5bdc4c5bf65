internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

extension SQLiteStorage {
  func append(
    _ draft: FeedbackDraft, makeHint: @escaping @Sendable (FeedbackHint) throws -> StoredPush
  ) async throws -> FeedbackOutcome {
    try await writer.write { database in
      if let outcome = try database.earlier(draft) { return outcome }
      guard let subject = try database.place(of: draft.subject, for: draft.author),
        try subject.isOthers || database.mayArrive(subject.personal(by: draft.author))
      else { return .noSubject }
      switch draft.content {
      case .like(let isGiven):
        if let outcome = try database.change(isGiven, subject, draft) { return outcome }
      case .comment: break
      }
      guard try !database.hasSaidEnough(draft, to: subject.other) else { return .tooMany }
      let stored = try database.insert(draft, subject.own, of: draft.author, peer: subject.other)
      // A block is silent: whether the other one has a copy is seen nowhere in the author's.
      guard try !database.isBlocked(subject.personal(by: draft.author)), let place = subject.others else {
        return .stored(stored, notice: nil)
      }
      let copy = try database.insert(draft, place, of: subject.other, peer: draft.author)
      let hint = FeedbackHint(
        isLike: copy.text == nil, subject: copy.subject, isAboutOwn: !subject.isOthers, recipient: subject.other,
        date: draft.createdAt)
      guard case .stored(let push, let numbers, _) = try database.append(try makeHint(hint)),
        let number = numbers[subject.other]
      else { return .stored(stored, notice: nil) }
      return .stored(stored, notice: StoredNotice(push: push, account: subject.other, sequence: number))
    }
  }

  func feedback(of account: UUID, after number: Int64, limit: Int) async throws -> FeedbackPage {
    try await writer.read { database in
      try database.page(
        "number > ?2 ORDER BY number LIMIT ?3", [account.uuidString, number, limit], of: account)
    }
  }

  func feedback(of account: UUID, about subject: FeedbackSubject, limit: Int) async throws -> FeedbackPage {
    try await writer.read { database in
      var page =
        switch subject {
        case .push(let id):
          try database.page(
            "push = (SELECT pushes.number FROM pushes WHERE pushes.id = ?2) ORDER BY feedback.number DESC LIMIT ?3",
            [account.uuidString, id.uuidString, limit], of: account)
        case .message(let user, let sequence):
          try database.page(
            """
            channel = (SELECT channels.id FROM channels WHERE channels.owner = ?1 AND partner = ?2) AND message = ?4
            ORDER BY feedback.number DESC LIMIT ?3
            """, [account.uuidString, user.uuidString, limit, sequence], of: account)
        }
      page.feedback.reverse()
      return page
    }
  }
}

/// Where what is commented on or liked stands for one of the two.
enum FeedbackPlace: Equatable, Sendable {
  /// A push, by its number.
  case push(Int64, id: UUID)
  /// A message of a side of a conversation.
  case message(side: UUID, partner: UUID, sequence: Int64)

  fileprivate var push: Int64? { if case .push(let number, _) = self { number } else { nil } }
  fileprivate var side: String? { if case .message(let side, _, _) = self { side.uuidString } else { nil } }
  fileprivate var sequence: Int64? { if case .message(_, _, let sequence) = self { sequence } else { nil } }

  fileprivate var subject: FeedbackSubject {
    switch self {
    case .push(_, let id): .push(id)
    case .message(_, let partner, let sequence): .message(user: partner, sequence: sequence)
    }
  }
}

/// What one of two users sent to the other, as it stands for both.
private struct FeedbackTarget {
  /// The other one of the two.
  var other: UUID
  /// Whether the other one sent it.
  var isOthers: Bool
  var own: FeedbackPlace
  /// Nil where the other one does not have it, or no longer.
  var others: FeedbackPlace?

  func personal(by author: UUID) -> PersonalPush {
    PersonalPush(sender: author, recipient: other, kind: .feedbackHint)
  }
}

// MARK: What it is about

extension Database {
  /// What a user means, if it is theirs to see and both are there.
  fileprivate func place(of subject: FeedbackSubject, for account: UUID) throws -> FeedbackTarget? {
    let target =
      switch subject {
      case .push(let id): try target(push: id, for: account)
      case .message(let user, let sequence): try target(message: sequence, with: user, for: account)
      }
    guard let target, try exists(account: target.other) else { return nil }
    return target
  }

  private func exists(account: UUID) throws -> Bool {
    try Int.fetchOne(self, sql: "SELECT 1 FROM accounts WHERE id = ?", arguments: [account.uuidString]) != nil
  }

  /// A push of one person to one other: its sender's until it is gone for them, its recipient's while it is in their inbox.
  private func target(push id: UUID, for account: UUID) throws -> FeedbackTarget? {
    let row = try Row.fetchOne(
      self, sql: "SELECT number, sender, addressee, \(Self.isGone) FROM pushes WHERE id = ? AND addressee IS NOT NULL",
      arguments: [id.uuidString])
    guard let row, let addressee = UUID(text: row["addressee"]) else { return nil }
    let number: Int64 = row["number"]
    let place = FeedbackPlace.push(number, id: id)
    if row["sender"] == PushSender.account(account).text {
      guard !(row["isGone"] as Bool) else { return nil }
      // What a block has kept from the recipient stays so after it.
      return FeedbackTarget(
        other: addressee, isOthers: false, own: place,
        others: try isVisible(push: number, to: addressee) ? place : nil)
    }
    guard addressee == account, try isVisible(push: number, to: account),
      let sender = UUID(sender: row["sender"])
    else { return nil }
    return FeedbackTarget(other: sender, isOthers: true, own: place, others: place)
  }

  private func isVisible(push number: Int64, to account: UUID) throws -> Bool {
    try Int.fetchOne(
      self,
      sql: "SELECT 1 FROM inbox WHERE push = ? AND accountID = ? AND isRedacted = 0 AND replacedAt IS NULL",
      arguments: [number, account.uuidString]) != nil
  }

  /// A message of a user's side of a conversation. The other one has it under another number, or, where it was withheld, not at all.
  private func target(message sequence: Int64, with user: UUID, for account: UUID) throws -> FeedbackTarget? {
    guard let own = try side(of: account, with: user),
      let row = try Row.fetchOne(
        self, sql: "SELECT sender, twin FROM messages WHERE channelID = ? AND sequence = ?",
        arguments: [own.id.uuidString, sequence])
    else { return nil }
    var target = FeedbackTarget(
      other: user, isOthers: row["sender"] == user.uuidString,
      own: .message(side: own.id, partner: user, sequence: sequence))
    if let twin: Int64 = row["twin"], let side = try side(of: user, with: account),
      try Int.fetchOne(
        self, sql: "SELECT 1 FROM messages WHERE channelID = ? AND sequence = ?",
        arguments: [side.id.uuidString, twin]) != nil
    {
      target.others = .message(side: side.id, partner: account, sequence: twin)
    }
    return target
  }
}

extension UUID {
  /// The user of a sender as it is stored (``PushSender/text``); nil for a program.
  fileprivate init?(sender text: String) {
    guard text.hasPrefix("account:") else { return nil }
    self.init(text: String(text.dropFirst("account:".count)))
  }
}

// MARK: Copies

extension Database {
  /// For how long a comment or a like counts, in seconds.
  static let feedbackDay = 86_400.0

  private static let feedbackColumns = """
    feedback.number, feedback.id, peer, isOwn, name, (SELECT pushes.id FROM pushes WHERE pushes.number = push) AS pushID,
    message, text, isTakenBack, feedback.createdAt
    """

  /// What became of the same comment when it was sent before; nil when it was not.
  fileprivate func earlier(_ draft: FeedbackDraft) throws -> FeedbackOutcome? {
    guard case .comment(let id, let text) = draft.content else { return nil }
    let row = try Row.fetchOne(
      self, sql: "SELECT \(Self.feedbackColumns) FROM feedback WHERE owner = ? AND feedback.id = ?",
      arguments: [draft.author.uuidString, id.uuidString])
    guard let present = row.flatMap(Feedback.init(row:)) else { return nil }
    let isSame = present.isOwn && present.text == text && present.subject == draft.subject
    return isSame ? .repeated(present) : .idIsTaken
  }

  /// Gives a like again, or takes it back, under new numbers; nil where it is to be stored for the first time. What the other one has stays
  /// as it is while they block the author.
  fileprivate func change(
    _ isGiven: Bool, _ target: FeedbackTarget, _ draft: FeedbackDraft
  ) throws -> FeedbackOutcome? {
    guard let present = try like(target.own, of: draft.author, isOwn: true) else { return isGiven ? nil : .unchanged }
    guard present.isTakenBack == isGiven else { return .unchanged }
    let stored = try renew(present, of: draft.author, isTakenBack: !isGiven)
    if let place = target.others, try !isBlocked(target.personal(by: draft.author)),
      let copy = try like(place, of: target.other, isOwn: false)
    {
      _ = try renew(copy, of: target.other, isTakenBack: !isGiven)
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
  fileprivate func hasSaidEnough(_ draft: FeedbackDraft, to other: UUID) throws -> Bool {
    let count = try Int.fetchOne(
      self,
      sql: "SELECT count(*) FROM feedback WHERE owner = ? AND peer = ? AND isOwn = 1 AND createdAt > ?",
      arguments: [
        draft.author.uuidString, other.uuidString, draft.createdAt.addingTimeInterval(-Self.feedbackDay).milliseconds,
      ])
    return (count ?? 0) >= ServerLimits.dailyFeedbackCount
  }

  /// Stores a copy under its owner's next number. Only the author's has the id that the author gave it: it stands for a comment of theirs.
  fileprivate func insert(
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
  fileprivate func page(
    _ condition: String, _ arguments: StatementArguments, of owner: UUID
  ) throws -> FeedbackPage {
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT \(Self.feedbackColumns) FROM feedback
        WHERE owner = ?1 AND (isOwn = 1 OR NOT EXISTS (SELECT 1 FROM blocks WHERE account = ?1 AND blocked = peer))
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
    let numbers = try Int64.fetchAll(
      self, sql: "SELECT number FROM feedback WHERE owner = ? AND peer = ? AND isOwn = 0 ORDER BY number",
      arguments: [owner.uuidString, peer.uuidString])
    for number in numbers {
      try execute(
        sql: "UPDATE feedback SET number = ? WHERE owner = ? AND number = ?",
        arguments: [try nextFeedbackNumber(of: owner), owner.uuidString, number])
    }
  }

  /// Removes what counted for its day alone.
  func expireErasedFeedback(before date: Date) throws {
    try execute(
      sql: "DELETE FROM feedback WHERE push IS NULL AND channel IS NULL AND createdAt < ?",
      arguments: [date.milliseconds])
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
