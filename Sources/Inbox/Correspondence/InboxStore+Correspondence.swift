public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// What others wrote to the owner: messages of conversations, comments and likes, in one list.
extension InboxStore {
  /// The newest entries, the newest first.
  ///
  /// - Parameters:
  ///   - kinds: which kinds.
  ///   - limit: at most ``maximumPageCount``.
  public func correspondence(
    _ kinds: Set<CorrespondenceEntry.Kind>, limit: Int, for owner: InboxOwner
  ) throws(InboxStoreError) -> [CorrespondenceEntry] {
    try read(owner) { database, number in
      let limit = Self.bounded(limit)
      var entries: [CorrespondenceEntry] = []
      if kinds.contains(.message) { entries += try database.messages(limit, number) }
      if kinds.contains(.comment) { entries += try database.feedback("text IS NOT NULL", limit, number) }
      if kinds.contains(.like) { entries += try database.feedback("text IS NULL", limit, number) }
      return Array(entries.sorted(by: CorrespondenceEntry.isNewer).prefix(limit))
    }
  }

  /// What something is called that is commented on.
  public func summary(of subject: FeedbackSubject, for owner: InboxOwner) throws(InboxStoreError) -> SubjectSummary {
    try read(owner) { database, number in
      switch subject {
      case .push(let id):
        let found = try database.entries("WHERE owner = ? AND push = ? LIMIT 1", [number, Data(id.bytes)]).first
        return SubjectSummary(isOwn: found == nil ? nil : false, title: found?.payload?.title, item: found?.sequence)
      case .message(let user, let sequence): return try database.summary(ofMessage: sequence, with: user, number)
      }
    }
  }

  /// Records that the owner was shown these. A message is read once every message before it was shown, too; a hint, once nothing of its kind
  /// that its sender said about the same is unread, up to the newest that was shown.
  public func markShown(
    _ entries: [CorrespondenceEntry], at date: Date, for owner: InboxOwner
  ) throws(InboxStoreError) {
    let unread = entries.filter { !$0.isRead }
    let feedback = unread.filter { $0.kind != .message }
    let marks = try read(owner) { database, number in
      try CorrespondenceEntry.messages(unread).compactMap { try database.mark($1, with: $0, number) }
    }
    // An observer that reads again after every change would never stop.
    if !feedback.isEmpty || !marks.isEmpty {
      try change(owner) { database, number in
        let statement = try database.cachedStatement(sql: "UPDATE feedback SET isRead = 1 WHERE owner = ? AND id = ?")
        for entry in feedback { try statement.execute(arguments: [number, Data(entry.id.bytes)]) }
        for mark in marks { try database.execute(mark, number) }
      }
    }
    try markHintsRead(of: entries, at: date, for: owner)
  }

  private func markHintsRead(
    of entries: [CorrespondenceEntry], at date: Date, for owner: InboxOwner
  ) throws(InboxStoreError) {
    var newest: [HintKey: Date] = [:]
    for entry in entries where entry.kind != .message {
      newest[HintKey(entry)] = max(newest[HintKey(entry)] ?? entry.date, entry.date)
    }
    guard !newest.isEmpty else { return }
    let unread = try read(owner) { database, number in try newest.keys.filter { try database.hasUnread($0, number) } }
    try markRead(at: date, for: owner) { entry in
      guard let key = HintKey(entry), let last = newest[key] else { return false }
      return entry.createdAt <= last.addingTimeInterval(CorrespondenceEntry.hintDelay) && !unread.contains(key)
    }
  }

  /// Whether something is between the owner and a user: what that one says about it is no more than what is here already.
  public func isBetween(_ subject: FeedbackSubject, and user: UUID, for owner: InboxOwner) throws(InboxStoreError)
    -> Bool
  {
    if case .message(let partner, _) = subject { return partner == user }
    return try read(owner) { database, number in
      guard case .push(let id) = subject else { return false }
      if try database.hasFeedback(about: subject, with: user, number) { return true }
      let entry = try database.entries("WHERE owner = ? AND push = ? LIMIT 1", [number, Data(id.bytes)]).first
      return entry?.sender?.id == user
    }
  }
}

/// What a hint tells of: a comment or a like by somebody about something.
private struct HintKey: Hashable {
  let kind: String
  let user: UUID
  let subject: FeedbackSubject

  init(_ entry: CorrespondenceEntry) { (kind, user, subject) = (entry.kind.rawValue, entry.user, entry.subject) }

  init(_ feedback: Feedback) {
    kind = (feedback.text == nil ? CorrespondenceEntry.Kind.like : .comment).rawValue
    (user, subject) = (feedback.user, feedback.subject)
  }

  /// Nil for what is no hint.
  init?(_ entry: InboxEntry) {
    guard let payload = entry.payload, let subject = payload.subject, let user = entry.sender?.id else { return nil }
    (kind, self.user, self.subject) = (payload.kind.name, user, subject)
  }
}

/// How far a conversation was shown.
private struct ConversationMark {
  let channel: Int64
  let through: Int64
}

extension CorrespondenceEntry {
  /// How far what was said and the hint that tells of it may be apart, in seconds.
  fileprivate static let hintDelay = 1.0

  /// By time; of two of one moment by the server's numbers, and by id where those are equal, so that places stay.
  fileprivate static func isNewer(_ one: Self, _ other: Self) -> Bool {
    (one.date, one.number, one.id.uuidString) > (other.date, other.number, other.id.uuidString)
  }

  /// The numbers of messages, by the other one of their conversation.
  fileprivate static func messages(_ entries: [Self]) -> [UUID: Set<Int64>] {
    var numbers: [UUID: Set<Int64>] = [:]
    for entry in entries where entry.kind == .message {
      if case .message(let user, let sequence) = entry.subject { numbers[user, default: []].insert(sequence) }
    }
    return numbers
  }

  fileprivate init(message row: Row) throws {
    let user = try row.id("user")
    self.init(
      kind: .message, id: try row.id("id"), user: user, name: try row.presentText("name"),
      nickname: try row.text("nickname"), text: try row.presentText("text"), date: try row.presentDate("date"),
      isRead: try row.flag("isRead"), subject: .message(user: user, sequence: try row.number("sequence")),
      number: try row.number("sequence"))
  }

  fileprivate init(feedback row: Row) throws {
    let text = try row.text("text")
    self.init(
      kind: text == nil ? .like : .comment, id: try row.id("id"), user: try row.id("user"),
      name: try row.presentText("name"), nickname: try row.text("nickname"), text: text,
      date: try row.presentDate("date"), isRead: try row.flag("isRead"), subject: try FeedbackSubject(row: row),
      number: try row.number("number"))
  }
}

extension Row {
  fileprivate func presentDate(_ column: String) throws -> Date {
    guard let date = try date(column) else { throw InboxStoreError(.damaged, "a date is missing") }
    return date
  }
}

extension Database {
  /// What an item tells of is read with it, where it is a hint: all of its kind that its sender had said about the same by then.
  func readWhatIsTold(by sequence: Int64, _ owner: Int64) throws {
    try readWhatIsTold(by: try entry(sequence, owner), owner)
  }

  /// So many items, the newest, are looked through for hints of what comes after them.
  private static let hintCount: Int64 = 1_000

  /// What was said is read with its hint also where that was read before it came here, for instance on another device.
  func readWhatWasTold(of said: [Feedback], _ owner: Int64) throws {
    let keys = Set(said.filter { !$0.isOwn }.map { HintKey($0) })
    guard !keys.isEmpty else { return }
    let hints = try entries(
      """
      WHERE owner = ?1 AND coalesce(wish, state) > 0 AND isTask = 0 AND payload IS NOT NULL
        AND sequence > (SELECT highest FROM owners WHERE number = ?1) - ?2
      """, [owner, Self.hintCount])
    for hint in hints where HintKey(hint).map(keys.contains) == true { try readWhatIsTold(by: hint, owner) }
  }

  private func readWhatIsTold(by entry: InboxEntry, _ owner: Int64) throws {
    guard let key = HintKey(entry) else { return }
    let (condition, arguments) = key.subject.condition
    try execute(
      sql: """
        UPDATE feedback SET isRead = 1 WHERE owner = ? AND \(condition) AND user = ? AND (text IS NULL) = ? AND isOwn = 0
          AND isRead = 0 AND createdAt <= ?
        """,
      arguments: [owner] + arguments + [
        Data(key.user.bytes), key.kind == CorrespondenceEntry.Kind.like.rawValue,
        entry.createdAt.addingTimeInterval(CorrespondenceEntry.hintDelay).timeIntervalSinceReferenceDate,
      ])
  }

  fileprivate func messages(_ limit: Int, _ owner: Int64) throws -> [CorrespondenceEntry] {
    let statement = try cachedStatement(
      sql: """
        SELECT channelMessages.id, channels.id AS user, senderName AS name, text, receivedAt AS date, sequence,
          sequence <= readThrough AS isRead,
          (SELECT nickname FROM nicknames WHERE nicknames.owner = ?1 AND nicknames.user = channels.id) AS nickname
        FROM channelMessages INDEXED BY messagesOfConversations
        JOIN channels ON channels.number = channelMessages.channel
        JOIN enrolments ON enrolments.owner = ?1 AND enrolments.channel = channelMessages.channel
        WHERE channelMessages.owner = ?1 AND isCorrespondence = 1 ORDER BY receivedAt DESC, sequence DESC LIMIT ?2
        """)
    return try Row.fetchCursor(statement, arguments: [owner, limit]).map { try CorrespondenceEntry(message: $0) }
      .collected()
  }

  fileprivate func feedback(_ condition: String, _ limit: Int, _ owner: Int64) throws -> [CorrespondenceEntry] {
    let statement = try cachedStatement(
      sql: """
        SELECT id, number, user, name, push, message, text, createdAt AS date, isRead,
          (SELECT nickname FROM nicknames WHERE nicknames.owner = ?1 AND nicknames.user = feedback.user) AS nickname
        FROM feedback INDEXED BY feedbackOfOthers
        WHERE owner = ?1 AND isOwn = 0 AND isTakenBack = 0 AND \(condition) ORDER BY createdAt DESC, number DESC LIMIT ?2
        """)
    return try Row.fetchCursor(statement, arguments: [owner, limit]).map { try CorrespondenceEntry(feedback: $0) }
      .collected()
  }

  fileprivate func summary(ofMessage sequence: Int64, with user: UUID, _ owner: Int64) throws -> SubjectSummary {
    let row = try Row.fetchOne(
      self,
      sql: """
        SELECT isOwn, text FROM channelMessages
        WHERE owner = ?1 AND sequence = ?3 AND channel = (
          SELECT channels.number FROM owners JOIN channels USING (server) WHERE owners.number = ?1 AND id = ?2)
        """, arguments: [owner, Data(user.bytes), sequence])
    guard let row else { return SubjectSummary() }
    return SubjectSummary(isOwn: try row.flag("isOwn"), title: try row.presentText("text"))
  }

  /// Whether a user is one of the two who speak about something.
  fileprivate func hasFeedback(about subject: FeedbackSubject, with user: UUID, _ owner: Int64) throws -> Bool {
    let (condition, arguments) = subject.condition
    return try Int.fetchOne(
      self, sql: "SELECT 1 FROM feedback WHERE owner = ? AND \(condition) AND user = ? LIMIT 1",
      arguments: [owner] + arguments + [Data(user.bytes)]) != nil
  }

  /// Whether anything that a hint of the kind tells of is unread.
  fileprivate func hasUnread(_ key: HintKey, _ owner: Int64) throws -> Bool {
    let (condition, arguments) = key.subject.condition
    return try Int.fetchOne(
      self,
      sql: """
        SELECT 1 FROM feedback WHERE owner = ? AND \(condition) AND user = ? AND (text IS NULL) = ? AND isOwn = 0
          AND isTakenBack = 0 AND isRead = 0 LIMIT 1
        """,
      arguments: [owner] + arguments + [Data(key.user.bytes), key.kind == CorrespondenceEntry.Kind.like.rawValue])
      != nil
  }

  /// How far everything of the other one was shown; nil where that is no further than before.
  fileprivate func mark(_ numbers: Set<Int64>, with user: UUID, _ owner: Int64) throws -> ConversationMark? {
    guard let channel = try knownChannel(user, of: owner) else { return nil }
    let unread = try Int64.fetchCursor(
      self,
      sql: """
        SELECT sequence FROM channelMessages WHERE owner = ?1 AND channel = ?2 AND isOwn = 0
          AND sequence > (SELECT readThrough FROM enrolments WHERE owner = ?1 AND channel = ?2) ORDER BY sequence
        """, arguments: [owner, channel])
    var through: Int64?
    while let sequence = try unread.next(), numbers.contains(sequence) { through = sequence }
    return through.map { ConversationMark(channel: channel, through: $0) }
  }

  fileprivate func execute(_ mark: ConversationMark, _ owner: Int64) throws {
    try execute(
      sql: "UPDATE enrolments SET readThrough = max(readThrough, ?) WHERE owner = ? AND channel = ?",
      arguments: [mark.through, owner, mark.channel])
  }
}
