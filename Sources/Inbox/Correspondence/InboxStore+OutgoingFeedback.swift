public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// A comment or a like of the owner's that the server does not have.
public struct StoredOutgoingFeedback: Equatable, Sendable {
  /// What is said.
  public var feedback: OutgoingFeedback
  /// When it was written.
  public var writtenAt: Date
  /// Why the server refuses it, in one sentence; nil while it waits to be sent.
  public var problem: String?
}

/// Comments and likes that the owner gives.
extension InboxStore {
  /// Stores what is to be sent. It waits here, through restarts and logouts, until the server has answered. Of likes of one thing the last
  /// is what counts.
  ///
  /// - Throws: ``InboxStoreError/Code/full`` when ``maximumOutgoingCount`` wait.
  public func write(_ feedback: OutgoingFeedback, at date: Date, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      let count = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM outgoingFeedback WHERE owner = ? AND problem IS NULL", arguments: [number])
      guard count ?? 0 < Self.maximumOutgoingCount else { throw InboxStoreError(.full) }
      let now = date.timeIntervalSinceReferenceDate
      try database.execute(
        sql: "DELETE FROM outgoingFeedback WHERE owner = ? AND refusedAt < ?",
        arguments: [number, now - Self.refusedSeconds])
      try database.insert(feedback, writtenAt: now, number)
    }
  }

  /// What is to be sent to the server, in the order in which it was written.
  ///
  /// - Parameter people: what these would see is left out.
  public func outgoingFeedback(
    for owner: InboxOwner, besides people: Set<UUID> = [], limit: Int = 100
  ) throws(InboxStoreError) -> [OutgoingFeedback] {
    let others = people.map { Data($0.bytes) }
    return try read(owner) { database, number in
      let marks = others.map { _ in "?" }.joined(separator: ",")
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT * FROM outgoingFeedback WHERE owner = ? AND problem IS NULL AND user NOT IN (\(marks))
          ORDER BY number LIMIT ?
          """, arguments: [number] + StatementArguments(others) + [Self.bounded(limit)])
      return try rows.map { try StoredOutgoingFeedback(row: $0).feedback }.collected()
    }
  }

  /// What the owner said about something that the server does not have, the oldest first.
  public func outgoingFeedback(
    about subject: FeedbackSubject, for owner: InboxOwner
  ) throws(InboxStoreError) -> [StoredOutgoingFeedback] {
    try read(owner) { database, number in
      let (condition, arguments) = subject.condition
      let rows = try Row.fetchCursor(
        database,
        sql: "SELECT * FROM outgoingFeedback WHERE owner = ? AND \(condition) ORDER BY number LIMIT ?",
        arguments: [number] + arguments + [Self.maximumPageCount])
      return try rows.map { try StoredOutgoingFeedback(row: $0) }.collected()
    }
  }

  /// What is known of something that was written; nil where the server has it.
  public func outgoingFeedback(
    _ id: UUID, for owner: InboxOwner
  ) throws(InboxStoreError) -> StoredOutgoingFeedback? {
    try read(owner) { database, number in
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM outgoingFeedback WHERE owner = ? AND id = ?",
        arguments: [number, Data(id.bytes)])
      return try row.map { try StoredOutgoingFeedback(row: $0) }
    }
  }

  /// Records that the server has taken something.
  ///
  /// - Parameter stored: the owner's copy; nil where the server did not say, and it comes with the next query.
  public func acknowledge(
    _ feedback: OutgoingFeedback, as stored: Feedback?, for owner: InboxOwner
  ) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.removeOutgoingFeedback(feedback.id, number)
      if let stored, stored.isStorable { try database.save(stored, number) }
    }
  }

  /// Records that the server refuses something.
  ///
  /// - Parameter problem: why, in one sentence.
  public func refuse(
    _ feedback: OutgoingFeedback, _ problem: String, at date: Date, for owner: InboxOwner
  ) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.refuseFeedback("id = ?", [Data(feedback.id.bytes)], problem, at: date, number)
    }
  }

  /// Forgets something that was refused, and of which the owner was told.
  public func discardFeedback(_ id: UUID, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in try database.removeOutgoingFeedback(id, number) }
  }
}

/// The column `kind`.
private enum OutgoingKind: Int64 {
  case comment
  case like
  case likeTakenBack
}

extension OutgoingFeedback.Content {
  fileprivate var columns: (kind: OutgoingKind, text: String?) {
    switch self {
    case .comment(let text): (.comment, text)
    case .like(let isGiven): (isGiven ? .like : .likeTakenBack, nil)
    }
  }

  fileprivate init(_ kind: OutgoingKind?, _ text: String?) throws {
    switch (kind, text) {
    case (.comment, let text?): self = .comment(text)
    case (.like, nil): self = .like(isGiven: true)
    case (.likeTakenBack, nil): self = .like(isGiven: false)
    default: throw InboxStoreError(.damaged, "a comment that waits is none")
    }
  }
}

extension StoredOutgoingFeedback {
  fileprivate init(row: Row) throws {
    guard let writtenAt = try row.date("writtenAt") else { throw InboxStoreError(.damaged, "a date is missing") }
    self.init(
      feedback: OutgoingFeedback(
        id: try row.id("id"), subject: try FeedbackSubject(row: row), user: try row.id("user"),
        content: try OutgoingFeedback.Content(OutgoingKind(rawValue: try row.number("kind")), try row.text("text"))),
      writtenAt: writtenAt, problem: try row.text("problem"))
  }
}

extension Database {
  fileprivate func insert(_ feedback: OutgoingFeedback, writtenAt: Double, _ owner: Int64) throws {
    let (kind, text) = feedback.content.columns
    if kind != .comment {
      let (condition, arguments) = feedback.subject.condition
      try execute(
        sql: "DELETE FROM outgoingFeedback WHERE owner = ? AND kind > 0 AND \(condition)",
        arguments: [owner] + arguments)
    }
    let (push, message) = feedback.subject.columns
    try execute(
      sql: """
        INSERT INTO outgoingFeedback (owner, id, user, push, message, kind, text, writtenAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        owner, Data(feedback.id.bytes), Data(feedback.user.bytes), push, message, kind.rawValue,
        text.map { Data($0.utf8) }, writtenAt,
      ])
  }

  /// - Parameter condition: which of the owner's.
  func refuseFeedback(
    _ condition: String, _ arguments: StatementArguments, _ problem: String, at date: Date, _ owner: Int64
  ) throws {
    try execute(
      sql:
        "UPDATE outgoingFeedback SET problem = ?, refusedAt = ? WHERE owner = ? AND problem IS NULL AND \(condition)",
      arguments: [Data(problem.utf8), date.timeIntervalSinceReferenceDate, owner] + arguments)
  }

  fileprivate func removeOutgoingFeedback(_ id: UUID, _ owner: Int64) throws {
    try execute(
      sql: "DELETE FROM outgoingFeedback WHERE owner = ? AND id = ?", arguments: [owner, Data(id.bytes)])
  }
}
