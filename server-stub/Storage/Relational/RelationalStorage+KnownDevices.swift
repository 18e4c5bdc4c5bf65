internal import FoundationEssentials

extension RelationalStorage {
  func account(ofKnownDevice secretHash: [UInt8], email: EmailAddress) async throws -> UUID? {
    try await lookUp { transaction in
      try transaction.id(
        """
        SELECT accounts.id FROM knownDevices JOIN accounts ON accounts.id = accountID WHERE secretHash = ? AND emailKey = ?
        """,
        [secretHash, email.key])
    }
  }

  func bindKnownDevice(ofSession tokenHash: [UInt8], to token: String) async throws {
    _ = try await write { transaction in
      try transaction.execute(
        """
        UPDATE knownDevices SET deviceToken = ?
        WHERE secretHash = (SELECT knownDevice FROM sessions WHERE tokenHash = ?) AND deviceToken IS DISTINCT FROM ?
        """,
        [token, tokenHash, token])
    }
  }

  func forgetKnownDevice(_ token: String, of account: UUID, removedBy tokenHash: [UInt8]?) async throws {
    _ = try await write { transaction in
      try transaction.execute(
        """
        DELETE FROM knownDevices WHERE deviceToken = ? AND accountID = ?
        AND secretHash IS DISTINCT FROM (SELECT knownDevice FROM sessions WHERE tokenHash = ?)
        """,
        [token, account, tokenHash])
    }
  }
}

extension SQLTransaction {
  /// A device has logged in. Beyond the most that are known of an account, those go that did not log in for longest.
  func record(_ device: SessionDevice, of session: StoredSession) throws {
    guard device.isNew else {
      try execute(
        "UPDATE knownDevices SET lastUsedAt = ? WHERE secretHash = ?",
        [session.createdAt.milliseconds, device.secretHash])
      return
    }
    try execute(
      "INSERT INTO knownDevices (secretHash, accountID, createdAt, lastUsedAt) VALUES (?, ?, ?, ?)",
      [device.secretHash, session.accountID, session.createdAt.milliseconds, session.createdAt.milliseconds])
    try execute(
      """
      DELETE FROM knownDevices WHERE secretHash IN (
        SELECT secretHash FROM knownDevices WHERE accountID = ? AND secretHash <> ?
        ORDER BY lastUsedAt DESC LIMIT \(dialect.noLimit) OFFSET ?)
      """,
      [session.accountID, device.secretHash, KnownDeviceLimit.count - 1])
  }
}

private enum KnownDeviceLimit {
  /// The most devices of an account that are known.
  static let count = 100
}
