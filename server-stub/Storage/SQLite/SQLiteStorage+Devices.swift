internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func register(_ device: Device, of account: UUID, atMost maximum: Int) async throws -> DeviceOutcome {
    try await write { database in
      guard try database.hasAccount(account) else { return .noAccount }
      try database.execute(
        sql: """
          INSERT INTO devices (token, accountID, platform, name, registeredAt, lastSeenAt)
          VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (token) DO UPDATE SET
            platform = excluded.platform, name = excluded.name, lastSeenAt = excluded.lastSeenAt
          WHERE accountID = excluded.accountID
          """,
        arguments: [
          device.token, account.uuidString, device.platform, device.name, device.registeredAt.milliseconds,
          device.lastSeenAt.milliseconds,
        ])
      guard database.changesCount > 0 else { return .tokenIsTaken }
      try database.execute(
        sql: """
          DELETE FROM devices WHERE token IN (
            SELECT token FROM devices WHERE accountID = ? AND token <> ?
            ORDER BY lastSeenAt DESC LIMIT -1 OFFSET ?)
          """,
        arguments: [account.uuidString, device.token, maximum - 1])
      return try Row.fetchOne(database, sql: "SELECT * FROM devices WHERE token = ?", arguments: [device.token])
        .map { .registered(Device(row: $0)) } ?? .noAccount
    }
  }

  func unregister(_ token: String, of account: UUID) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: "DELETE FROM devices WHERE token = ? AND accountID = ?", arguments: [token, account.uuidString])
      return database.changesCount > 0
    }
  }

  func hasDevice(_ token: String, of account: UUID) async throws -> Bool {
    try await read { try $0.deviceName(token, of: account) != nil }
  }

  func devices(of account: UUID) async throws -> [Device] {
    try await read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM devices WHERE accountID = ? ORDER BY registeredAt, token",
        arguments: [account.uuidString]
      ).map(Device.init(row:))
    }
  }
}

extension Database {
  /// Whether there is an account of that id.
  func hasAccount(_ id: UUID) throws -> Bool {
    try Int.fetchOne(self, sql: "SELECT 1 FROM accounts WHERE id = ?", arguments: [id.uuidString]) != nil
  }

  /// The name of a device of that account; nil when there is none.
  func deviceName(_ token: String, of account: UUID) throws -> String? {
    try String.fetchOne(
      self, sql: "SELECT name FROM devices WHERE token = ? AND accountID = ?", arguments: [token, account.uuidString])
  }
}

extension Device {
  fileprivate init(row: Row) {
    self.init(
      token: row["token"], platform: row["platform"], name: row["name"],
      registeredAt: Date(milliseconds: row["registeredAt"]), lastSeenAt: Date(milliseconds: row["lastSeenAt"]))
  }
}
