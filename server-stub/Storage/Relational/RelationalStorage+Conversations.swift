internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func side(of account: UUID, with user: UUID) async throws -> ConversationSide? {
    try await read { try $0.side(of: account, with: user) }
  }

  func conversations(of account: UUID, after user: UUID?, limit: Int) async throws -> ConversationPage {
    try await read { transaction in
      let found = try transaction.all(
        """
        SELECT partner, title, first, highest,
          EXISTS (SELECT 1 FROM follows WHERE followed = partner AND follower = owner)
            AND EXISTS (SELECT 1 FROM follows WHERE followed = owner AND follower = partner) AS isContact
        FROM channels WHERE owner = ? AND partner > ? ORDER BY partner LIMIT ?
        """,
        [account, user ?? .beforeAll, limit + 1]
      ) { try UserConversation(row: $0) }
      var page = ConversationPage(conversations: Array(found.prefix(limit)))
      if found.count > limit { page.next = page.conversations.last?.user }
      return page
    }
  }

  func append(_ message: ChannelMessage, toUser user: UUID) async throws -> ConversationOutcome {
    try await write { transaction in
      // Nobody but the two begins a side of theirs.
      try transaction.lock(accounts: [message.sender, user])
      let present = try transaction.side(of: message.sender, with: user)
      let partners = try transaction.side(of: user, with: message.sender)
      try transaction.lock(channels: [present, partners].compactMap { $0?.id })
      if let present, let earlier = try transaction.message(message.id, of: present.id) {
        let isSame = earlier.sender == message.sender && earlier.text == message.text
        return isSame ? .repeated(earlier) : .idIsTaken
      }
      let personal = PersonalPush(sender: message.sender, recipient: user)
      guard try transaction.mayArrive(personal), let name = try transaction.name(of: user) else { return .notFollowed }
      if let present, try transaction.isFull(present, at: message.receivedAt) { return .tooManyUnanswered }
      let own = try transaction.put(
        message, present ?? transaction.makeSide(of: message.sender, with: user, named: name, message))
      // A block is silent: whether the other side has the message is seen nowhere on this one.
      guard try !transaction.isBlocked(personal) else { return .stored(own: own, other: nil) }
      let side =
        try partners ?? transaction.makeSide(of: user, with: message.sender, named: message.senderName, message)
      var copy = message
      // An id stands for a message of its sender: what another had used it for is no business of theirs.
      copy.id = UUID()
      let other = try transaction.put(copy, side)
      try transaction.pair(own, other)
      return .stored(own: own, other: other)
    }
  }
}

extension SQLTransaction {
  func side(of account: UUID, with user: UUID) throws -> ConversationSide? {
    try first("SELECT id, first, highest FROM channels WHERE owner = ? AND partner = ?", [account, user]) { row in
      try (row["id"] as UUID?).map {
        ConversationSide(id: $0, owner: account, partner: user, bounds: try SequenceBounds(row: row))
      }
    }
  }

  /// Begins a side with its first message.
  fileprivate func makeSide(
    of owner: UUID, with partner: UUID, named name: String, _ message: ChannelMessage
  ) throws -> ConversationSide {
    let side = ConversationSide(id: UUID(), owner: owner, partner: partner)
    try execute(
      "INSERT INTO channels (id, title, description, createdAt, owner, partner) VALUES (?, ?, '', ?, ?, ?)",
      [side.id, name, message.receivedAt.milliseconds, owner, partner])
    return side
  }

  /// Stores a message under a side's next number. One of the partner's answers all that the owner has written before.
  fileprivate func put(_ message: ChannelMessage, _ side: ConversationSide) throws -> ConversationCopy {
    try execute(
      """
      UPDATE channels SET highest = highest + 1, answered = CASE WHEN partner = ? THEN highest + 1 ELSE answered END
      WHERE id = ?
      """, [message.sender, side.id])
    try insert(message, in: side.id)
    var copy = ConversationCopy(side: side, message: message)
    copy.side.bounds.highest += 1
    copy.message.sequence = copy.side.bounds.highest
    return copy
  }

  /// Has each copy of a message know the number of the other one.
  fileprivate func pair(_ one: ConversationCopy, _ other: ConversationCopy) throws {
    for (copy, twin) in [(one, other), (other, one)] {
      try execute(
        "UPDATE messages SET twin = ? WHERE channelID = ? AND sequence = ?",
        [twin.message.sequence, copy.side.id, copy.message.sequence])
    }
  }

  /// Whether the newest messages of a side are so many of its owner's that another has to wait. Nothing but what the owner has of the
  /// conversation decides that, so that it tells nothing of the other one.
  fileprivate func isFull(_ side: ConversationSide, at date: Date) throws -> Bool {
    // One row: this is asked at every message, in the transaction that stores it.
    try hasRow(
      """
      SELECT 1 FROM channels JOIN messages ON channelID = channels.id AND sequence = highest - ?2 + 1
      WHERE channels.id = ?1 AND highest - answered >= ?2 AND receivedAt > ?3
      """,
      [
        side.id, ServerLimits.unansweredMessageCount,
        date.addingTimeInterval(-ServerLimits.unansweredSeconds).milliseconds,
      ])
  }

  /// What people call a user; nil when there is none.
  fileprivate func name(of user: UUID) throws -> String? {
    try first("SELECT \(AccountColumn.sql) FROM accounts WHERE id = ?", [user], StoredAccount.init(row:))
      .map { Account($0).shortName }
  }
}

extension UserConversation {
  /// Nil for a row that no version of the server has written.
  ///
  /// - Throws: ``ImpossibleNumberError``
  fileprivate init?(row: any SQLRow) throws {
    guard let user: UUID = row["partner"] else { return nil }
    self.init(user: user, name: row["title"], isContact: row["isContact"], bounds: try SequenceBounds(row: row))
  }
}
