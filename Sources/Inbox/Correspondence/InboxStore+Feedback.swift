internal import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// Comments and likes.
extension InboxStore {
  /// The most of them that stay here, the newest of each owner.
  static let maximumFeedbackCount = 10_000

  /// How far the server was asked for feedback.
  public func feedbackHighest(for owner: InboxOwner) throws(InboxStoreError) -> Int64 {
    try read(owner) { database, number in
      let row = try Row.fetchOne(
        database, sql: "SELECT feedbackHighest FROM owners WHERE number = ?", arguments: [number])
      return try row?.number("feedbackHighest") ?? 0
    }
  }

  /// Stores what the server gave for what it had after a number. A server that was put back to a backup is asked for all of it again. What there is
  /// when it is asked for all of it for the first time counts as read.
  ///
  /// - Parameters:
  ///   - after: ``feedbackHighest(for:)``, as the server was asked.
  ///   - limit: how many it was asked for.
  /// - Returns: whether there may be more.
  /// - Throws: ``InboxStoreError/Code/invalid`` where the page contradicts itself.
  public func save(
    _ page: FeedbackPage, after: Int64, limit: Int = ServerLimits.pageCount, for owner: InboxOwner
  ) throws(InboxStoreError) -> Bool {
    // The server's numbers may have begun to stand for others while it was asked.
    let known = try feedbackHighest(for: owner)
    guard after == 0 || known > 0 else { return true }
    let numbers = page.feedback.map(\.number)
    let isLast = page.feedback.count < limit
    guard page.highest >= after else {
      try change(owner) { try $0.setFeedbackHighest(0, $1) }
      return after > 0
    }
    guard zip([after] + numbers, numbers).allSatisfy(<), numbers.last ?? after <= page.highest,
      page.highest <= SequenceNumber.greatest, page.feedback.count <= limit,
      page.feedback.allSatisfy(\.isStorable)
    else { throw InboxStoreError(.invalid, "the server's numbers of feedback contradict themselves") }
    let knowsAll = try read(owner) { database, number in try database.knowsFeedback(number) }
    guard page.highest > after || !knowsAll else { return false }
    try change(owner) { database, number in
      for feedback in page.feedback { try database.save(feedback, number) }
      try database.readWhatWasTold(of: page.feedback, number)
      try database.setFeedbackHighest(isLast ? page.highest : numbers.last ?? page.highest, number)
      if isLast, !knowsAll { try database.recordKnownFeedback(number) }
      try database.pruneFeedback(keeping: Self.maximumFeedbackCount, number)
    }
    return !isLast
  }

  /// What was said about something by both, the oldest first; what was taken back is left out.
  public func feedback(
    about subject: FeedbackSubject, limit: Int, for owner: InboxOwner
  ) throws(InboxStoreError) -> [Feedback] {
    try read(owner) { database, number in
      let (condition, arguments) = subject.condition
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT * FROM feedback WHERE owner = ? AND isTakenBack = 0 AND \(condition)
          ORDER BY createdAt DESC, number DESC LIMIT ?
          """, arguments: [number] + arguments + [Self.bounded(limit)])
      return try rows.map { try Feedback(row: $0) }.collected().reversed()
    }
  }
}

extension FeedbackSubject {
  /// The rows that are about it.
  var condition: (sql: String, arguments: StatementArguments) {
    switch self {
    case .push(let id): ("push = ?", [Data(id.bytes)])
    case .message(let user, let sequence): ("user = ? AND message = ?", [Data(user.bytes), sequence])
    }
  }

  /// The columns `push` and `message`.
  var columns: (push: Data?, message: Int64?) {
    switch self {
    case .push(let id): (Data(id.bytes), nil)
    case .message(_, let sequence): (nil, sequence)
    }
  }

  /// Reads the columns `push`, `user` and `message`.
  init(row: Row) throws {
    if let push = try row.optionalID("push") {
      self = .push(push)
    } else {
      self = .message(user: try row.id("user"), sequence: try row.number("message"))
    }
  }
}

extension Feedback {
  /// Whether it is within the bounds of what is read again.
  var isStorable: Bool {
    if case .message(_, let sequence) = subject, !(1...SequenceNumber.greatest).contains(sequence) { return false }
    return text?.utf8.count ?? 0 <= ServerLimits.messageByteCount && name.utf8.count <= ServerLimits.emailByteCount
      && abs(createdAt.timeIntervalSinceReferenceDate) <= 2.6e11
  }

  fileprivate init(row: Row) throws {
    guard let createdAt = try row.date("createdAt") else { throw InboxStoreError(.damaged, "a date is missing") }
    self.init(
      id: try row.id("id"), number: try row.number("number"), subject: try FeedbackSubject(row: row),
      user: try row.id("user"),
      isOwn: try row.flag("isOwn"), name: try row.presentText("name"), text: try row.text("text"),
      isTakenBack: try row.flag("isTakenBack"), createdAt: createdAt)
  }
}

extension Database {
  fileprivate func knowsFeedback(_ owner: Int64) throws -> Bool {
    try Bool.fetchOne(self, sql: "SELECT knowsFeedback FROM owners WHERE number = ?", arguments: [owner]) ?? false
  }

  fileprivate func recordKnownFeedback(_ owner: Int64) throws {
    try execute(sql: "UPDATE owners SET knowsFeedback = 1 WHERE number = ?", arguments: [owner])
  }

  fileprivate func setFeedbackHighest(_ highest: Int64, _ owner: Int64) throws {
    try execute(sql: "UPDATE owners SET feedbackHighest = ? WHERE number = ?", arguments: [highest, owner])
  }

  /// Stores a comment or a like as the server gave it; one that is here already is taken back or given again.
  func save(_ feedback: Feedback, _ owner: Int64) throws {
    let date = feedback.createdAt.timeIntervalSinceReferenceDate
    let (push, message) = feedback.subject.columns
    let statement = try cachedStatement(
      sql: """
        INSERT INTO feedback (owner, id, user, isOwn, name, push, message, text, isTakenBack, createdAt, isRead, number)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?4 = 1 OR knowsFeedback = 0, ?11 FROM owners WHERE number = ?1
          AND (?6 IS NULL OR NOT EXISTS (SELECT 1 FROM redactions WHERE owner = ?1 AND redactions.push = ?6))
        ON CONFLICT (owner, id) DO UPDATE SET isTakenBack = ?9, message = ?7
        """)
    try statement.execute(arguments: [
      owner, Data(feedback.id.bytes), Data(feedback.user.bytes), feedback.isOwn, Data(feedback.name.utf8), push,
      message,
      feedback.text.map { Data($0.utf8) }, feedback.isTakenBack, date, feedback.number,
    ])
  }

  fileprivate func pruneFeedback(keeping count: Int, _ owner: Int64) throws {
    let total = try Int.fetchOne(self, sql: "SELECT count(*) FROM feedback WHERE owner = ?", arguments: [owner]) ?? 0
    guard total > count else { return }
    try execute(
      sql: """
        DELETE FROM feedback WHERE owner = ?1 AND id IN (
          SELECT id FROM feedback WHERE owner = ?1 ORDER BY createdAt, number LIMIT ?2)
        """, arguments: [owner, total - count])
  }

  /// Removes what is older than a date.
  ///
  /// - Returns: how many.
  func pruneFeedback(before date: Date, of owner: Int64) throws -> Int {
    try execute(
      sql: "DELETE FROM feedback WHERE owner = ? AND createdAt < ?",
      arguments: [owner, date.timeIntervalSinceReferenceDate])
    return changesCount
  }

  /// Removes what was said about a push whose text is erased.
  func eraseFeedback(aboutPush push: UUID, of owner: Int64) throws {
    for table in ["feedback", "outgoingFeedback"] {
      try execute(sql: "DELETE FROM \(table) WHERE owner = ? AND push = ?", arguments: [owner, Data(push.bytes)])
    }
  }
}
