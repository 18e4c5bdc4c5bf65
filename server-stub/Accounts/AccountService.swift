internal import FoundationEssentials
internal import SecretMemory
internal import ServerAPI

/// Makes accounts over the network, for people who ask and by administrators.
struct AccountService: Sendable {
  let storage: any ServerStorage
  let hasher: any PasswordHashing
  let pool: PasswordPool
  let throttle: LoginThrottle
  let clock: ServerClock
  let registration: Registration

  /// Makes an account for whoever asks.
  ///
  /// - Throws: ``APIFailure``: 403 without an invitation where one is needed, 409 for an email in use, 422, 429.
  func register(_ credentials: Credentials, from address: ClientAddress) async throws -> Account {
    let email = try Self.checked(credentials)
    try await throttle.chargeRegistration(from: address)
    guard registration == .invitation else { return Account(try await add(credentials, email)) }
    // Before anything about the email: who is known is for the invited to find out.
    guard let code = credentials.invitation.flatMap(InvitationCode.init),
      try await storage.isInvited(code.hash, now: clock.date())
    else { throw Self.notInvited }
    let account = try await account(credentials, email)
    switch try await storage.add(account, invitedBy: code.hash) {
    case .made: return Account(account)
    case .emailTaken: throw Self.emailTaken
    case .notInvited: throw Self.notInvited
    }
  }

  /// Makes an account as an administrator asks.
  ///
  /// - Throws: ``APIFailure``: 409 for an email in use, 422.
  func add(_ credentials: Credentials) async throws -> StoredAccount {
    try await add(credentials, try Self.checked(credentials))
  }

  private func add(_ credentials: Credentials, _ email: EmailAddress) async throws -> StoredAccount {
    let account = try await account(credentials, email)
    do { try await storage.add(account) } catch AccountStorageError.emailTaken { throw Self.emailTaken }
    return account
  }

  private func account(_ credentials: Credentials, _ email: EmailAddress) async throws -> StoredAccount {
    let hash = try await pool.run { [hasher] in try hasher.hash(credentials.password.bytes) }
    return StoredAccount(id: UUID(), email: email, passwordHash: hash.phc, createdAt: clock.date())
  }

  private static let emailTaken = APIFailure(.conflict, "an account with this email exists already")
  /// The same words for a code that never was one, was used, or is too old.
  private static let notInvited = APIFailure(
    .forbidden, "an account takes an invitation that serves; ask the administrator for one")

  private static func checked(_ credentials: Credentials) throws -> EmailAddress {
    let email = try credentials.address()
    guard ServerLimits.passwordByteCount.contains(credentials.password.bytes.count) else {
      throw APIFailure(.invalidField, "a password has 8 to 1024 bytes")
    }
    return email
  }
}
