internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func register(_ device: Device, of account: UUID, atMost maximum: Int) async throws -> DeviceOutcome {
    try await write { transaction in
      try transaction.lock(accounts: [account])
      guard try transaction.hasAccount(account) else { return .noAccount }
      let count = try transaction.execute(
        """
        INSERT INTO devices (token, accountID, platform, name, registeredAt, lastSeenAt)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (token) DO UPDATE SET
          platform = excluded.platform, name = excluded.name, lastSeenAt = excluded.lastSeenAt
        WHERE devices.accountID = excluded.accountID
        """,
        [
          device.token, account, device.platform, device.name, device.registeredAt.milliseconds,
          device.lastSeenAt.milliseconds,
        ])
      guard count > 0 else { return .tokenIsTaken }
      try transaction.execute(
        """
        DELETE FROM devices WHERE token IN (
          SELECT token FROM devices WHERE accountID = ? AND token <> ?
          ORDER BY lastSeenAt DESC LIMIT \(transaction.dialect.noLimit) OFFSET ?)
        """,
        [account, device.token, maximum - 1])
      return try transaction.first("SELECT \(DeviceColumns.sql) FROM devices WHERE token = ?", [device.token]) {
        .registered(Device(row: $0))
      } ?? .noAccount
    }
  }

  func unregister(_ token: String, of account: UUID) async throws -> Bool {
    try await write { transaction in
      try transaction.lock(accounts: [account])
      return try transaction.execute("DELETE FROM devices WHERE token = ? AND accountID = ?", [token, account]) > 0
    }
  }

  func hasDevice(_ token: String, of account: UUID) async throws -> Bool {
    try await read { try $0.deviceName(token, of: account) != nil }
  }

  func devices(of account: UUID) async throws -> [Device] {
    try await read { transaction in
      try transaction.all(
        "SELECT \(DeviceColumns.sql) FROM devices WHERE accountID = ? ORDER BY registeredAt, token", [account],
        Device.init(row:))
    }
  }
}

extension SQLTransaction {
  /// The name of a device of that account; nil when there is none.
  func deviceName(_ token: String, of account: UUID) throws -> String? {
    try value("SELECT name FROM devices WHERE token = ? AND accountID = ?", [token, account])
  }

  /// Whose a device is; nil when there is none.
  func owner(ofDevice token: String) throws -> UUID? {
    try id("SELECT accountID FROM devices WHERE token = ?", [token])
  }
}

extension Device {
  fileprivate init(row: any SQLRow) {
    self.init(
      token: row["token"], platform: row["platform"], name: row["name"],
      registeredAt: Date(milliseconds: row["registeredAt"]), lastSeenAt: Date(milliseconds: row["lastSeenAt"]))
  }
}

/// What is selected of a device. Never all that a table has: it may have more by the next version.
private enum DeviceColumns {
  static let sql = "token, platform, name, registeredAt, lastSeenAt"
}
