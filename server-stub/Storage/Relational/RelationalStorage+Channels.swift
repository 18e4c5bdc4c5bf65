internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func add(_ channel: StoredChannel) async throws {
    _ = try await write { transaction in
      try transaction.execute(
        "INSERT INTO channels (id, title, description, picture, createdAt) VALUES (?, ?, ?, ?, ?)",
        [channel.id, channel.title, channel.description, channel.picture, channel.createdAt.milliseconds])
    }
  }

  func describe(
    _ channel: UUID, as details: ChannelDetails, for account: UUID
  ) async throws -> CatalogueChannel? {
    try await write { transaction in
      try transaction.execute(
        "UPDATE channels SET title = ?, description = ?, picture = ? WHERE id = ? AND owner IS NULL",
        [details.title, details.description ?? "", details.picture, channel])
      return try transaction.catalogue(of: account, .id(channel)).first
    }
  }

  func removeChannel(_ id: UUID) async throws -> Bool {
    try await write { transaction in
      try transaction.lock(channels: [id])
      return try transaction.execute("DELETE FROM channels WHERE id = ? AND owner IS NULL", [id]) > 0
    }
  }

  func catalogue(of account: UUID?) async throws -> [CatalogueChannel] {
    try await read { try $0.catalogue(of: account, .all) }
  }

  func access(of account: UUID, to channel: UUID) async throws -> ChannelAccess {
    try await read { try $0.access(of: account, to: channel) }
  }

  func enrol(_ account: UUID, in channel: UUID, at date: Date) async throws -> CatalogueChannel? {
    try await write { transaction in
      try transaction.lock(accounts: [account])
      try transaction.lock(channels: [channel])
      try transaction.execute(
        """
        INSERT INTO enrolments (accountID, channelID, since)
        SELECT accounts.id, channels.id, ? FROM accounts, channels
        WHERE accounts.id = ? AND channels.id = ? AND owner IS NULL
        ON CONFLICT DO NOTHING
        """,
        [date.milliseconds, account, channel])
      return try transaction.catalogue(of: account, .id(channel)).first
    }
  }

  func leave(_ account: UUID, _ channel: UUID) async throws -> Bool {
    try await write { transaction in
      try transaction.lock(accounts: [account])
      try transaction.execute("DELETE FROM enrolments WHERE accountID = ? AND channelID = ?", [account, channel])
      return try !transaction.catalogue(of: account, .id(channel)).isEmpty
    }
  }

  func accounts(enrolledIn channel: UUID) async throws -> [UUID] {
    try await read { try $0.ids("SELECT accountID FROM enrolments WHERE channelID = ?", [channel]) }
  }
}

extension SQLTransaction {
  /// The channels of the catalogue that satisfy a condition, by title. A conversation is none of them.
  fileprivate func catalogue(of account: UUID?, _ condition: SQLCondition) throws -> [CatalogueChannel] {
    try all(
      """
      SELECT id, title, description, picture, first, highest, accountID IS NOT NULL AS isEnrolled
      FROM channels LEFT JOIN enrolments ON channelID = id AND accountID = ?
      WHERE owner IS NULL AND \(condition.sql) ORDER BY title, id
      """,
      [account] + condition.arguments, CatalogueChannel.init(row:))
  }

  /// What an account has to do with a channel.
  func access(of account: UUID, to channel: UUID) throws -> ChannelAccess {
    guard let found = try catalogue(of: account, .id(channel)).first else { return .noChannel }
    return found.isEnrolled ? .enrolled(found.bounds) : .notEnrolled(found.bounds)
  }

  /// Where the channels stand that an account is enrolled in, by id.
  func channelBounds(of account: UUID) throws -> [String: SequenceBounds] {
    let bounds = try all(
      "SELECT id, first, highest FROM enrolments JOIN channels ON id = channelID WHERE accountID = ?", [account]
    ) { row in try (row["id"] as UUID?).map { ($0.uuidString, try SequenceBounds(row: row)) } }
    return Dictionary(bounds) { first, _ in first }
  }
}

extension SequenceBounds {
  /// Where a channel stands.
  ///
  /// - Throws: ``ImpossibleNumberError``
  init(row: any SQLRow) throws { self.init(first: try row.sequence("first"), highest: try row.number("highest")) }
}

extension CatalogueChannel {
  /// Nil for a row that no version of the server has written.
  ///
  /// - Throws: ``ImpossibleNumberError``
  fileprivate init?(row: any SQLRow) throws {
    guard let id: UUID = row["id"] else { return nil }
    self.init(
      id: id, title: row["title"], description: row["description"], picture: row["picture"],
      isEnrolled: row["isEnrolled"], bounds: try SequenceBounds(row: row))
  }
}
