internal import FoundationEssentials
internal import Hummingbird
internal import Logging
internal import SecretMemory
internal import ServerAPI

/// Logs in, knows who is logged in, and logs out.
struct SessionService: Sendable {
  let storage: any ServerStorage
  let hasher: any PasswordHashing
  let pool: PasswordPool
  let throttle: LoginThrottle
  let clock: ServerClock
  let lifetime: SessionLifetime
  let streams: SessionStreams
  let figures: ServerMetrics
  /// What tokens open; nil where this process does not hear of all that ends.
  let caches: TokenCaches?

  /// The most sessions of one account; a further one ends the one that was unused longest.
  static let maximumPerAccount = 100

  /// Checks the password and begins a session.
  ///
  /// - Parameter onKnownDevice: called with the account when the credentials come from a device of it that logged in before, before the password
  ///   is looked at.
  /// - Throws: ``APIFailure``: 401 for a wrong password or an unknown email alike, 422, 429.
  func login(
    _ credentials: Credentials, from address: ClientAddress, onKnownDevice: @Sendable (UUID) -> Void = { _ in }
  ) async throws -> Session {
    let email = try credentials.address()
    guard credentials.password.bytes.count <= ServerLimits.passwordByteCount.upperBound else {
      throw APIFailure(.invalidField, "a password has at most 1024 bytes")
    }
    let known = try await knownDevice(credentials, email)
    if let known { onKnownDevice(known.account) }
    let attempt: LoginThrottle.Attempt
    do {
      attempt = try await throttle.charge(
        account: email.key, by: known.map { .device($0.secretHash) } ?? .stranger(address))
    } catch let failure as APIFailure {
      figures.throttledLogins.add(1)
      throw failure
    }
    let login = Login(
      email: email, password: credentials.password, wantsToBeKnown: credentials.device != nil, known: known)
    let session: Session?
    do { session = try await check(login) } catch {
      // Not the client's fault: a full pool or a failing disk is no wrong password.
      await throttle.recordOutcome(attempt, isWrong: false)
      if error is PasswordPool.QueueFull { figures.crowdedLogins.add(1) }
      throw error
    }
    await throttle.recordOutcome(attempt, isWrong: session == nil)
    guard let session else {
      figures.wrongLogins.add(1)
      throw APIFailure(.invalidCredentials, "the email or the password is wrong")
    }
    return session
  }

  /// What is known of a login before the password is checked.
  private struct Login: Sendable {
    let email: EmailAddress
    let password: SharedSecret
    /// Whether the device is to be given a secret, where it has none that counts.
    let wantsToBeKnown: Bool
    /// The device, where it logged in before.
    let known: KnownDevice?
  }

  /// A device that proved by its secret that it logged in to the account before.
  private struct KnownDevice: Sendable {
    let account: UUID
    let secretHash: [UInt8]
  }

  private func knownDevice(_ credentials: Credentials, _ email: EmailAddress) async throws -> KnownDevice? {
    guard let secret = credentials.device.flatMap({ SessionToken(text: $0) }),
      let account = try await storage.account(ofKnownDevice: secret.hash, email: email)
    else { return nil }
    return KnownDevice(account: account, secretHash: secret.hash)
  }

  /// The session, or nil for a wrong password. An unknown email costs as much.
  private func check(_ login: Login) async throws -> Session? {
    let account = try await storage.account(email: login.email)
    let (hash, costs) = (account.flatMap { PasswordHash(phc: $0.passwordHash) }, try await storage.passwordCosts())
    let found = try await pool.run(login.known.map { .knownDevices(of: $0.account) } ?? .strangers) { [hasher] in
      try PasswordCheck(login.password, hash, costs: costs, hasher)
    }
    guard let account, case .right(let replacement) = found else { return nil }
    var current = account.passwordHash
    if let replacement {
      guard try await storage.replaceHash(of: account.id, from: current, to: replacement.phc) else {
        // Another login was quicker with that, or the password was changed: what is stored now decides.
        return try await check(login)
      }
      current = replacement.phc
    }
    return try await begin(login, for: account, hash: current)
  }

  /// Nil when the password was changed or the account removed in between.
  private func begin(_ login: Login, for account: StoredAccount, hash: String) async throws -> Session? {
    let token = try SessionToken()
    let given = login.known == nil && login.wantsToBeKnown ? try SessionToken() : nil
    let now = clock.date()
    let stored = StoredSession(
      tokenHash: token.hash, accountID: account.id, createdAt: now, lastUsedAt: now,
      expiresAt: lifetime.end(ifUsedAt: now),
      device: (given?.hash ?? login.known?.secretHash).map { SessionDevice(secretHash: $0, isNew: given != nil) })
    guard try await storage.begin(stored, ifPasswordHashIs: hash, atMost: Self.maximumPerAccount) else { return nil }
    // It may have ended another one.
    caches?.sessions.removeAll { $0.1.id == account.id }
    return Session(
      token: token.text, expiresAt: stored.expiresAt, account: Account(id: account.id, email: account.email.display),
      device: given?.text)
  }

  /// Whose session the token opens.
  ///
  /// - Throws: ``APIFailure`` with 401 for a token that is unknown, expired or revoked.
  func authenticate(_ token: SessionToken) async throws -> Account {
    guard let account = try await storedAccount(of: token) else { throw APIFailure.unknownToken }
    return Account(account)
  }

  /// Whose session the token opens; nil for a token that is unknown, expired or revoked.
  func storedAccount(of token: SessionToken) async throws -> StoredAccount? {
    guard let (session, account) = try await session(tokenHash: token.hash) else { return nil }
    return try await use(session) ? account : nil
  }

  private func session(tokenHash: [UInt8]) async throws -> (StoredSession, StoredAccount)? {
    guard let caches else { return try await storage.session(tokenHash: tokenHash) }
    return try await caches.sessions.value(of: tokenHash) { try await storage.session(tokenHash: tokenHash) }
  }

  /// Records the use of a session, where that is due.
  ///
  /// - Returns: false where it has expired.
  func use(_ session: StoredSession) async throws -> Bool {
    let now = clock.date()
    guard session.expiresAt > now else { return false }
    if lifetime.needsRecording(lastUse: session.lastUsedAt, now: now) {
      let end = max(session.expiresAt, lifetime.end(ifUsedAt: now))
      try await storage.extend(tokenHash: session.tokenHash, usedAt: now, expiresAt: end)
      caches?.sessions.removeAll { $0.0.tokenHash == session.tokenHash }
    }
    return true
  }

  /// Whose session the request's token opens.
  ///
  /// - Throws: ``APIFailure`` with 401.
  func account(of request: Request, _ context: ServerContext) async throws -> Account {
    if case .account(let account, _) = context.sender { return account }
    return try await authenticate(BearerToken.read(request))
  }

  /// Whose session the request's token opens, with what others may not know.
  ///
  /// - Throws: ``APIFailure`` with 401.
  func storedAccount(of request: Request) async throws -> StoredAccount {
    guard let account = try await storedAccount(of: BearerToken.read(request)) else { throw APIFailure.unknownToken }
    return account
  }

  /// Whose session the request's token opens, where that is an administrator.
  ///
  /// - Throws: ``APIFailure``: 401, 403.
  func administrator(of request: Request) async throws -> StoredAccount {
    let account = try await storedAccount(of: request)
    guard account.isAdministrator else { throw APIFailure(.forbidden, "this is for administrators") }
    return account
  }

  /// Ends the token's session and its streams.
  func logout(_ token: SessionToken) async throws {
    try await storage.end(tokenHash: token.hash)
    caches?.removeAll()
    streams.end(tokenHash: token.hash)
  }
}
