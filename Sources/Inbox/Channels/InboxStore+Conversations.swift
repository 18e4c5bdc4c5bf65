public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// Conversations of two: channels that no catalogue has, and that the other user's id stands for.
extension InboxStore {
  /// The conversation with a user; nil where there is none.
  public func conversation(with user: UUID, for owner: InboxOwner) throws(InboxStoreError) -> ChannelEntry? {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: "\(ConversationTable.sql) AND channels.id = ?2")
      return try Row.fetchOne(statement, arguments: [number, Data(user.bytes)]).map {
        try ChannelEntry(conversation: $0)
      }
    }
  }

  /// Begins a conversation here, which the server has once it has a message of it.
  ///
  /// - Parameter name: what people call the other user; empty where that is not known.
  public func beginConversation(
    with user: UUID, named name: String, isContact: Bool, for owner: InboxOwner
  ) throws(InboxStoreError) -> ChannelEntry {
    let conversation = UserConversation(
      user: user, name: name, isContact: isContact, bounds: SequenceBounds(first: 1, highest: 0))
    try change(owner) { database, number in _ = try database.enrol(number, in: conversation, readsAll: false) }
    guard let begun = try self.conversation(with: user, for: owner) else {
      throw InboxStoreError(.notFound, "conversation \(user)")
    }
    return begun
  }

  /// Records where all conversations stand that the server has of the owner. Those that it had when this device was new count as read, as
  /// a channel does that is joined; what came in others is unread.
  ///
  /// - Returns: those of which the server has more than is here, or less.
  public func record(_ conversations: [UserConversation], for owner: InboxOwner) throws(InboxStoreError) -> [UUID] {
    let isNew = try !knowsConversations(for: owner)
    guard isNew || !conversations.isEmpty else { return [] }
    return try change(owner) { database, number in
      try database.execute(sql: "UPDATE owners SET knowsConversations = 1 WHERE number = ?", arguments: [number])
      return try conversations.filter { conversation in
        let row = try database.enrol(number, in: conversation, readsAll: isNew)
        return try database.position(of: row, number)?.sequence != conversation.bounds.highest
      }.map(\.user)
    }
  }

  /// Whether the server has said which conversations there are, once at least.
  public func knowsConversations(for owner: InboxOwner) throws(InboxStoreError) -> Bool {
    try read(owner) { database, number in
      try Bool.fetchOne(
        database, sql: "SELECT knowsConversations FROM owners WHERE number = ?", arguments: [number]) ?? false
    }
  }

  /// The conversations in which anything was written, the newest first.
  ///
  /// - Parameters:
  ///   - offset: how many of the newest are left out.
  ///   - limit: at most ``maximumPageCount``.
  public func conversations(
    for owner: InboxOwner, offset: Int = 0, limit: Int
  ) throws(InboxStoreError) -> [ConversationEntry] {
    let entries = try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: """
          SELECT *, max(
            coalesce((SELECT writtenAt FROM outgoing
              WHERE owner = ?1 AND outgoing.channel = found.number ORDER BY outgoing.number DESC LIMIT 1), 0),
            coalesce((SELECT receivedAt FROM channelMessages
              WHERE owner = ?1 AND channelMessages.channel = found.number ORDER BY sequence DESC LIMIT 1), 0)) AS newest
          FROM (\(ConversationTable.sql)) AS found
          WHERE newest > 0 ORDER BY newest DESC, number LIMIT ?2 OFFSET ?3
          """)
      return try Row.fetchCursor(statement, arguments: [number, Self.bounded(limit), max(offset, 0)])
        .map { (try ChannelEntry(conversation: $0), try $0.flag("isContact")) }.collected()
    }
    var found: [ConversationEntry] = []
    for (entry, isContact) in entries {
      guard let newest = try lines(of: entry.id, limit: 1, for: owner).last else { continue }
      found.append(ConversationEntry(channel: entry, isContact: isContact, newest: newest))
    }
    return found
  }

  /// Those with whom there is a conversation, and whose ids begin so.
  ///
  /// - Parameter digits: where an id begins, in lower case and without dashes.
  public func partners(with digits: String, for owner: InboxOwner) throws(InboxStoreError) -> Set<UUID> {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: "SELECT id FROM (\(ConversationTable.sql)) WHERE lower(substr(hex(id), 1, length(?2))) = ?2")
      return Set(
        try Row.fetchCursor(statement, arguments: [number, digits]).map { try $0.id("id") }.collected())
    }
  }
}

/// The conversations of the owner ?1, as a query that another condition may follow.
private enum ConversationTable {
  static let sql = """
    SELECT channels.number, id, title, isContact, (
      SELECT nickname FROM nicknames WHERE nicknames.owner = ?1 AND user = channels.id) AS nickname, (
      SELECT count(*) FROM channelMessages WHERE owner = ?1 AND channel = channels.number
        AND sequence > enrolments.readThrough AND isOwn = 0) AS unreadCount
    FROM channels JOIN enrolments ON enrolments.owner = ?1 AND enrolments.channel = channels.number
    WHERE isConversation = 1 AND isPresent = 1
    """
}

extension Database {
  /// Records that an owner has a conversation, and with whom.
  ///
  /// - Parameter readsAll: whether what is in one that is new here counts as read.
  /// - Returns: its number.
  fileprivate func enrol(_ owner: Int64, in conversation: UserConversation, readsAll: Bool) throws -> Int64 {
    let row = try introduce(conversation.user, of: owner)
    try execute(
      sql: """
        UPDATE channels SET isConversation = 1, position = NULL, title = CASE WHEN ?2 = x'' THEN title ELSE ?2 END
        WHERE number = ?1
        """, arguments: [row, Data(conversation.name.utf8)])
    var bounds = conversation.bounds
    if !readsAll { bounds.highest = bounds.first - 1 }
    try enrol(owner, in: row, bounds)
    // One that was begun here before this device has looked once.
    if readsAll {
      try execute(
        sql: "UPDATE enrolments SET readThrough = max(readThrough, ?) WHERE owner = ? AND channel = ?",
        arguments: [bounds.highest, owner, row])
    }
    try execute(
      sql: "UPDATE enrolments SET isContact = ? WHERE owner = ? AND channel = ?",
      arguments: [conversation.isContact, owner, row])
    return row
  }
}

extension ChannelEntry {
  fileprivate init(conversation row: Row) throws {
    self.init(
      id: try row.id("id"), title: try row.presentText("title"), description: "", picture: nil, isEnrolled: true,
      unreadCount: try row.value("unreadCount"), isConversation: true, nickname: try row.text("nickname"))
  }
}
