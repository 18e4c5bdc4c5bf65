internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func add(_ channel: StoredChannel) async throws {
    try await write { database in
      try database.execute(
        sql: "INSERT INTO channels (id, title, description, picture, createdAt) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          channel.id.uuidString, channel.title, channel.description, channel.picture?.uuidString,
          channel.createdAt.milliseconds,
        ])
    }
  }

  func describe(
    _ channel: UUID, as details: ChannelDetails, for account: UUID
  ) async throws -> CatalogueChannel? {
    try await write { database in
      try database.execute(
        sql: "UPDATE channels SET title = ?, description = ?, picture = ? WHERE id = ? AND owner IS NULL",
        arguments: [details.title, details.description ?? "", details.picture?.uuidString, channel.uuidString])
      return try database.catalogue(of: account, "id = ?", [channel.uuidString]).first
    }
  }

  func removeChannel(_ id: UUID) async throws -> Bool {
    try await write { database in
      try database.execute(sql: "DELETE FROM channels WHERE id = ? AND owner IS NULL", arguments: [id.uuidString])
      return database.changesCount > 0
    }
  }

  func catalogue(of account: UUID?) async throws -> [CatalogueChannel] {
    try await read { try $0.catalogue(of: account, "1", []) }
  }

  func access(of account: UUID, to channel: UUID) async throws -> ChannelAccess {
    try await read { try $0.access(of: account, to: channel) }
  }

  func enrol(_ account: UUID, in channel: UUID, at date: Date) async throws -> CatalogueChannel? {
    try await write { database in
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO enrolments (accountID, channelID, since)
          SELECT accounts.id, channels.id, ? FROM accounts, channels
          WHERE accounts.id = ? AND channels.id = ? AND owner IS NULL
          """,
        arguments: [date.milliseconds, account.uuidString, channel.uuidString])
      return try database.catalogue(of: account, "id = ?", [channel.uuidString]).first
    }
  }

  func leave(_ account: UUID, _ channel: UUID) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: "DELETE FROM enrolments WHERE accountID = ? AND channelID = ?",
        arguments: [account.uuidString, channel.uuidString])
      return try !database.catalogue(of: account, "id = ?", [channel.uuidString]).isEmpty
    }
  }

  func accounts(enrolledIn channel: UUID) async throws -> [UUID] {
    try await read { database in
      try String.fetchAll(
        database, sql: "SELECT accountID FROM enrolments WHERE channelID = ?", arguments: [channel.uuidString]
      ).compactMap(UUID.init(uuidString:))
    }
  }
}

extension Database {
  /// The channels of the catalogue that satisfy a condition, by title. A conversation is none of them.
  fileprivate func catalogue(
    of account: UUID?, _ condition: String, _ arguments: StatementArguments
  ) throws -> [CatalogueChannel] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT channels.*, accountID IS NOT NULL AS isEnrolled
        FROM channels LEFT JOIN enrolments ON channelID = id AND accountID = ?
        WHERE owner IS NULL AND \(condition) ORDER BY title, id
        """,
      arguments: [account?.uuidString] + arguments
    ).compactMap(CatalogueChannel.init(row:))
  }

  /// What an account has to do with a channel.
  func access(of account: UUID, to channel: UUID) throws -> ChannelAccess {
    guard let found = try catalogue(of: account, "id = ?", [channel.uuidString]).first else { return .noChannel }
    return found.isEnrolled ? .enrolled(found.bounds) : .notEnrolled(found.bounds)
  }

  /// Where the channels stand that an account is enrolled in, by id.
  func channelBounds(of account: UUID) throws -> [String: SequenceBounds] {
    let rows = try Row.fetchAll(
      self,
      sql: "SELECT id, first, highest FROM enrolments JOIN channels ON id = channelID WHERE accountID = ?",
      arguments: [account.uuidString])
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["id"], SequenceBounds(row: $0)) })
  }
}

extension SequenceBounds {
  /// Where a channel stands.
  init(row: Row) { self.init(first: row["first"], highest: row["highest"]) }
}

extension CatalogueChannel {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let id = UUID(uuidString: row["id"]) else { return nil }
    self.init(
      id: id, title: row["title"], description: row["description"],
      picture: (row["picture"] as String?).flatMap(UUID.init(uuidString:)), isEnrolled: row["isEnrolled"],
      bounds: SequenceBounds(row: row))
  }
}
