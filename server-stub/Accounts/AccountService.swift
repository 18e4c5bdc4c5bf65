internal import FoundationEssentials
internal import SecretMemory
internal import ServerAPI

/// Makes accounts for people who ask over the network.
struct AccountService: Sendable {
  let storage: any AccountStorage
  let hasher: any PasswordHashing
  let pool: PasswordPool
  let throttle: LoginThrottle
  let clock: ServerClock
  let isRegistrationOpen: Bool

  /// Makes an account.
  ///
  /// - Throws: ``APIFailure``: 403 while registration is closed, 409 for an email in use, 422, 429.
  func register(_ credentials: Credentials, from address: String) async throws -> Account {
    let email = try Self.email(credentials)
    guard ServerLimits.passwordByteCount.contains(credentials.password.bytes.count) else {
      throw APIFailure(.invalidField, "a password has 8 to 1024 bytes")
    }
    try throttle.chargeRegistration(from: address)
    let hash = try await pool.run { [hasher] in try hasher.hash(credentials.password.bytes) }
    let account = StoredAccount(id: UUID(), email: email, passwordHash: hash.phc, createdAt: clock.date())
    do { try await storage.add(account) } catch AccountStorageError.emailTaken {
      throw APIFailure(.conflict, "an account with this email exists already")
    }
    return Account(id: account.id, email: email.display)
  }

  static func email(_ credentials: Credentials) throws -> EmailAddress {
    guard let email = EmailAddress(credentials.email) else {
      throw APIFailure(.invalidField, "this is no email address (ASCII, at most 254 bytes, as in ada@example.org)")
    }
    return email
  }
}
