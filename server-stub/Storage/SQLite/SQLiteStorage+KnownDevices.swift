internal import FoundationEssentials
internal import GRDB

extension SQLiteStorage {
  func account(ofKnownDevice secretHash: [UInt8], email: EmailAddress) async throws -> UUID? {
    try lookUp { database in
      try String.fetchOne(
        database,
        sql: """
          SELECT accounts.id FROM knownDevices JOIN accounts ON accounts.id = accountID WHERE secretHash = ? AND emailKey = ?
          """,
        arguments: [Data(secretHash), email.key])
    }.flatMap { UUID(uuidString: $0) }
  }

  func bindKnownDevice(ofSession tokenHash: [UInt8], to token: String) async throws {
    try await write { database in
      try database.execute(
        sql: """
          UPDATE knownDevices SET deviceToken = ?
          WHERE secretHash = (SELECT knownDevice FROM sessions WHERE tokenHash = ?) AND deviceToken IS NOT ?
          """,
        arguments: [token, Data(tokenHash), token])
    }
  }

  func forgetKnownDevice(_ token: String, of account: UUID, removedBy tokenHash: [UInt8]?) async throws {
    try await write { database in
      try database.execute(
        sql: """
          DELETE FROM knownDevices WHERE deviceToken = ? AND accountID = ?
          AND secretHash IS NOT (SELECT knownDevice FROM sessions WHERE tokenHash = ?)
          """,
        arguments: [token, account.uuidString, tokenHash.map { Data($0) }])
    }
  }
}

extension Database {
  /// The most devices of an account that are known; beyond it those go that did not log in for longest.
  private static let maximumKnownDeviceCount = 100

  /// A device has logged in.
  func record(_ device: SessionDevice, of session: StoredSession) throws {
    guard device.isNew else {
      return try execute(
        sql: "UPDATE knownDevices SET lastUsedAt = ? WHERE secretHash = ?",
        arguments: [session.createdAt.milliseconds, Data(device.secretHash)])
    }
    let account = session.accountID.uuidString
    try execute(
      sql: "INSERT INTO knownDevices (secretHash, accountID, createdAt, lastUsedAt) VALUES (?, ?, ?, ?)",
      arguments: [
        Data(device.secretHash), account, session.createdAt.milliseconds, session.createdAt.milliseconds,
      ])
    try execute(
      sql: """
        DELETE FROM knownDevices WHERE secretHash IN (
          SELECT secretHash FROM knownDevices WHERE accountID = ? AND secretHash <> ?
          ORDER BY lastUsedAt DESC LIMIT -1 OFFSET ?)
        """,
      arguments: [account, Data(device.secretHash), Self.maximumKnownDeviceCount - 1])
  }
}
