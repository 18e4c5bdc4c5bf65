internal import FoundationEssentials
internal import SecretMemory
internal import ServerAPI

/// Makes accounts over the network, for people who ask and by administrators.
struct AccountService: Sendable {
  let storage: any AccountStorage
  let hasher: any PasswordHashing
  let pool: PasswordPool
  let throttle: LoginThrottle
  let clock: ServerClock
  let isRegistrationOpen: Bool

  /// Makes an account for whoever asks.
  ///
  /// - Throws: ``APIFailure``: 409 for an email in use, 422, 429.
  func register(_ credentials: Credentials, from address: String) async throws -> Account {
    let email = try Self.checked(credentials)
    try throttle.chargeRegistration(from: address)
    return Account(try await add(credentials, email))
  }

  /// Makes an account as an administrator asks.
  ///
  /// - Throws: ``APIFailure``: 409 for an email in use, 422.
  func add(_ credentials: Credentials) async throws -> StoredAccount {
    try await add(credentials, try Self.checked(credentials))
  }

  private func add(_ credentials: Credentials, _ email: EmailAddress) async throws -> StoredAccount {
    let hash = try await pool.run { [hasher] in try hasher.hash(credentials.password.bytes) }
    let account = StoredAccount(id: UUID(), email: email, passwordHash: hash.phc, createdAt: clock.date())
    do { try await storage.add(account) } catch AccountStorageError.emailTaken {
      throw APIFailure(.conflict, "an account with this email exists already")
    }
    return account
  }

  private static func checked(_ credentials: Credentials) throws -> EmailAddress {
    let email = try email(credentials)
    guard ServerLimits.passwordByteCount.contains(credentials.password.bytes.count) else {
      throw APIFailure(.invalidField, "a password has 8 to 1024 bytes")
    }
    return email
  }

  static func email(_ credentials: Credentials) throws -> EmailAddress {
    guard let email = EmailAddress(credentials.email) else {
      throw APIFailure(.invalidField, "this is no email address (ASCII, at most 254 bytes, as in ada@example.org)")
    }
    return email
  }
}
