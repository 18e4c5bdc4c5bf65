public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// The catalogue of a server, kept once for all its users, and what each of them is enrolled in.
extension InboxStore {
  /// The tag of the catalogue that is kept; nil where there is none, or another user fetched it, since it says what that one is
  /// enrolled in.
  public func catalogueTag(for owner: InboxOwner) throws(InboxStoreError) -> String? {
    try read(owner) { database, number in
      try Row.fetchOne(
        database, sql: "SELECT tag FROM catalogues WHERE server = ? AND owner = ?", arguments: [owner.server, number]
      )?.text("tag")
    }
  }

  /// Stores a catalogue in place of the previous one. Where a channel was joined or left since it was asked for, what it says of
  /// enrolments is ignored, and the next one is asked for as a whole.
  ///
  /// - Parameters:
  ///   - tag: what to ask for the next one with.
  ///   - mark: ``enrolmentMark`` from before it was asked for.
  public func save(
    _ catalogue: Catalogue, tag: String?, at date: Date, asOf mark: Int, for owner: InboxOwner
  ) throws(InboxStoreError) {
    let isCurrent = mark == enrolmentMark
    let tag = isCurrent ? tag : nil
    try change(owner) { database, number in
      try database.execute(
        sql: "UPDATE channels SET position = NULL WHERE server = ?", arguments: [owner.server])
      for (position, channel) in catalogue.channels.enumerated() {
        try database.list(channel, at: position, of: owner.server)
        guard isCurrent else { continue }
        let row = try database.channel(channel.id, of: number)
        if channel.isEnrolled {
          try database.enrol(number, in: row, channel.bounds)
        } else {
          try database.leave(number, row)
        }
      }
      try database.execute(
        sql: "INSERT OR REPLACE INTO catalogues (server, owner, tag, fetchedAt) VALUES (?, ?, ?, ?)",
        arguments: [owner.server, number, tag.map { Data($0.utf8) }, date.timeIntervalSinceReferenceDate])
    }
  }

  /// Records that the catalogue was asked for and is still the same.
  public func confirmCatalogue(at date: Date, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, _ in
      try database.execute(
        sql: "UPDATE catalogues SET fetchedAt = ? WHERE server = ?",
        arguments: [date.timeIntervalSinceReferenceDate, owner.server])
    }
  }

  /// The catalogue as it is stored, with the owner's enrolments and unread messages.
  public func catalogue(for owner: InboxOwner) throws(InboxStoreError) -> CachedCatalogue {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: """
          SELECT id, title, description, picture, coalesce(isPresent, 0) AS isEnrolled, (
            SELECT count(*) FROM channelMessages WHERE owner = ?1 AND channel = channels.number
              AND sequence > enrolments.readThrough AND isOwn = 0 AND isPresent = 1) AS unreadCount
          FROM channels LEFT JOIN enrolments ON owner = ?1 AND channel = channels.number
          WHERE server = ?2 AND position IS NOT NULL ORDER BY position
          """)
      let channels = try Row.fetchCursor(statement, arguments: [number, owner.server])
        .map { try ChannelEntry($0) }.collected()
      let fetched = try Row.fetchOne(
        database, sql: "SELECT fetchedAt FROM catalogues WHERE server = ?", arguments: [owner.server])
      return CachedCatalogue(channels: channels, fetchedAt: try fetched?.date("fetchedAt"))
    }
  }

  /// Records that the owner has joined a channel.
  public func enrol(in channel: CatalogueChannel, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.enrol(number, in: try database.introduce(channel.id, of: number), channel.bounds)
    }
    enrolmentMark += 1
  }

  /// Records that the owner has left a channel. What came until then stays.
  public func leave(_ channel: UUID, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      if let channel = try database.knownChannel(channel, of: number) { try database.leave(number, channel) }
    }
    enrolmentMark += 1
  }

  /// Records that the owner is enrolled in these channels, and in no others. Conversations stay as they are.
  ///
  /// - Parameter mark: ``enrolmentMark`` from before the server was asked.
  /// - Returns: those of which the server has more than is here, or less; nil, and nothing is recorded, where a channel was joined or
  ///   left since.
  public func enrol(
    in channels: [UUID: SequenceBounds], asOf mark: Int, for owner: InboxOwner
  ) throws(InboxStoreError) -> [UUID]? {
    guard mark == enrolmentMark else { return nil }
    return try change(owner) { database, number in
      let present = try Int64.fetchAll(
        database,
        sql: """
          SELECT channel FROM enrolments JOIN channels ON channels.number = channel
          WHERE owner = ? AND isPresent = 1 AND isConversation = 0
          """, arguments: [number])
      var rows: Set<Int64> = []
      var missing: [UUID] = []
      for (id, bounds) in channels {
        let row = try database.introduce(id, of: number)
        rows.insert(row)
        try database.enrol(number, in: row, bounds)
        if try database.position(of: row, number)?.sequence != bounds.highest { missing.append(id) }
      }
      for row in present where !rows.contains(row) { try database.leave(number, row) }
      return missing
    }
  }
}

extension Database {
  fileprivate func list(_ channel: CatalogueChannel, at position: Int, of server: String) throws {
    try cachedStatement(
      sql: """
        INSERT INTO channels (server, id, title, description, picture, position) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (server, id) DO UPDATE SET title = ?3, description = ?4, picture = ?5, position = ?6
          WHERE isConversation = 0
        """
    ).execute(arguments: [
      server, Data(channel.id.bytes), Data(channel.title.utf8), Data(channel.description.utf8),
      channel.picture.map { Data($0.bytes) }, position,
    ])
  }
}

extension ChannelEntry {
  fileprivate init(_ row: Row) throws {
    self.init(
      id: try row.id("id"), title: try row.presentText("title"), description: try row.presentText("description"),
      picture: try row.optionalID("picture"), isEnrolled: try row.flag("isEnrolled"),
      unreadCount: try row.value("unreadCount"))
  }
}
