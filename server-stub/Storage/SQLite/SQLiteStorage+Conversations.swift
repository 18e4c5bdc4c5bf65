internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func side(of account: UUID, with user: UUID) async throws -> ConversationSide? {
    try await read { try $0.side(of: account, with: user) }
  }

  func conversations(of account: UUID, after user: UUID?, limit: Int) async throws -> ConversationPage {
    try await read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT partner, title, first, highest,
            EXISTS (SELECT 1 FROM follows WHERE followed = partner AND follower = owner)
              AND EXISTS (SELECT 1 FROM follows WHERE followed = owner AND follower = partner) AS isContact
          FROM channels WHERE owner = ? AND partner > ? ORDER BY partner LIMIT ?
          """,
        arguments: [account.uuidString, user?.uuidString ?? "", limit + 1])
      var page = ConversationPage(conversations: rows.prefix(limit).compactMap(UserConversation.init(row:)))
      if rows.count > limit { page.next = page.conversations.last?.user }
      return page
    }
  }

  func append(_ message: ChannelMessage, toUser user: UUID) async throws -> ConversationOutcome {
    try await write { database in
      let present = try database.side(of: message.sender, with: user)
      if let present, let earlier = try database.message(message.id, of: present.id) {
        let isSame = earlier.sender == message.sender && earlier.text == message.text
        return isSame ? .repeated(earlier) : .idIsTaken
      }
      let personal = PersonalPush(sender: message.sender, recipient: user)
      guard try database.mayArrive(personal), let name = try database.name(of: user) else { return .notFollowed }
      if let present, try database.isFull(present, at: message.receivedAt) { return .tooManyUnanswered }
      let own = try database.put(
        message, present ?? database.makeSide(of: message.sender, with: user, named: name, message))
      // A block is silent: whether the other side has the message is seen nowhere on this one.
      guard try !database.isBlocked(personal) else { return .stored(own: own, other: nil) }
      let side =
        try database.side(of: user, with: message.sender)
        ?? database.makeSide(of: user, with: message.sender, named: message.senderName, message)
      var copy = message
      // An id stands for a message of its sender: what another had used it for is no business of theirs.
      copy.id = UUID()
      let other = try database.put(copy, side)
      try database.pair(own, other)
      return .stored(own: own, other: other)
    }
  }
}

extension Database {
  func side(of account: UUID, with user: UUID) throws -> ConversationSide? {
    let row = try Row.fetchOne(
      self, sql: "SELECT id, first, highest FROM channels WHERE owner = ? AND partner = ?",
      arguments: [account.uuidString, user.uuidString])
    guard let row, let id = UUID(uuidString: row["id"]) else { return nil }
    return ConversationSide(id: id, owner: account, partner: user, bounds: SequenceBounds(row: row))
  }

  /// Begins a side with its first message.
  fileprivate func makeSide(
    of owner: UUID, with partner: UUID, named name: String, _ message: ChannelMessage
  ) throws -> ConversationSide {
    let side = ConversationSide(id: UUID(), owner: owner, partner: partner)
    try execute(
      sql: """
        INSERT INTO channels (id, title, description, createdAt, owner, partner) VALUES (?, ?, '', ?, ?, ?)
        """,
      arguments: [
        side.id.uuidString, name, message.receivedAt.milliseconds, owner.uuidString, partner.uuidString,
      ])
    return side
  }

  /// Stores a message under a side's next number. One of the partner's answers all that the owner has written before.
  fileprivate func put(_ message: ChannelMessage, _ side: ConversationSide) throws -> ConversationCopy {
    try execute(
      sql: """
        UPDATE channels SET highest = highest + 1, answered = CASE WHEN partner = ? THEN highest + 1 ELSE answered END
        WHERE id = ?
        """, arguments: [message.sender.uuidString, side.id.uuidString])
    try insert(message, in: side.id)
    var copy = ConversationCopy(side: side, message: message)
    copy.side.bounds.highest += 1
    copy.message.sequence = copy.side.bounds.highest
    return copy
  }

  /// Has each copy of a message know the number of the other one.
  fileprivate func pair(_ one: ConversationCopy, _ other: ConversationCopy) throws {
    let statement = try cachedStatement(sql: "UPDATE messages SET twin = ? WHERE channelID = ? AND sequence = ?")
    for (copy, twin) in [(one, other), (other, one)] {
      try statement.execute(arguments: [twin.message.sequence, copy.side.id.uuidString, copy.message.sequence])
    }
  }

  /// Whether the newest messages of a side are so many of its owner's that another has to wait. Nothing but what the owner has of the
  /// conversation decides that, so that it tells nothing of the other one.
  fileprivate func isFull(_ side: ConversationSide, at date: Date) throws -> Bool {
    // One row: this is asked at every message, in the transaction that stores it.
    try Int.fetchOne(
      self,
      sql: """
        SELECT 1 FROM channels JOIN messages ON channelID = channels.id AND sequence = highest - ?2 + 1
        WHERE channels.id = ?1 AND highest - answered >= ?2 AND receivedAt > ?3
        """,
      arguments: [
        side.id.uuidString, ServerLimits.unansweredMessageCount,
        date.addingTimeInterval(-ServerLimits.unansweredSeconds).milliseconds,
      ]) != nil
  }

  /// What people call a user; nil when there is none.
  fileprivate func name(of user: UUID) throws -> String? {
    let row = try Row.fetchOne(
      self, sql: "SELECT \(AccountColumn.sql) FROM accounts WHERE id = ?", arguments: [user.uuidString])
    return row.flatMap(StoredAccount.init(row:)).map { Account($0).shortName }
  }
}

extension UserConversation {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let user = UUID(uuidString: row["partner"]) else { return nil }
    self.init(user: user, name: row["title"], isContact: row["isContact"], bounds: SequenceBounds(row: row))
  }
}
