public import CredentialStore
public import SecretMemory
public import ServerAPI

/// A session that is in use.
struct OpenedSession: Sendable {
  let token: SharedSecret
  let origin: ServerOrigin
  let account: Account
  let openedAt: ContinuousClock.Instant

  init(
    token: SharedSecret, origin: ServerOrigin, account: Account, openedAt: ContinuousClock.Instant = .now
  ) {
    (self.token, self.origin, self.account, self.openedAt) = (token, origin, account, openedAt)
  }
}

/// The login to the vault server: silent with what the credential store holds, or with what the owner types.
///
/// All callers share one login at a time. Only "no such credential" and the server's own refusal lead to
/// ``LoginState/Need``; everything else is tried again later (``runRetries()``) and overwrites nothing.
public actor AuthClient {
  /// What a login by the owner came to.
  public struct Result: Sendable {
    /// The account that is logged in.
    public let account: Account
    /// The server it is logged in to.
    public let origin: ServerOrigin
    /// Whose program the server is, where it runs on this machine, over plain HTTP, as neither this user nor root; else nil.
    public let user: UInt32?
    /// Why the login could not be stored, though the server accepted it; nil when it was.
    public let storageError: ServerClientError?
  }

  nonisolated let api: VaultServerAPI
  let store: any CredentialStore
  let itemName: CredentialName
  /// Where the secret lies by which this device proves that it logged in before; nil for a client that does not prove it.
  let deviceName: CredentialName?
  let memory: any LogoutStateStore
  let random: @Sendable () -> Double
  let clock: any Clock<Duration>
  /// The server the caller wants; nil for the one the stored login names.
  var wantedOrigin: ServerOrigin?
  private let originResolver: OriginResolver?

  /// Whose login is stored, and where it was accepted; nil until that was read, or where nothing is stored.
  var storedLogin: (email: String, origin: ServerOrigin)?
  var state: LoginState
  var session: OpenedSession?
  private var flight: Task<Void, Never>?
  private var queue: Task<Void, Never>?
  private var watchers: [Int: AsyncStream<LoginState.Phase>.Continuation] = [:]
  private var watcherCount = 0

  /// Says which server the caller wants, from the one that accepted the stored login; nil for that one. Asked before every login,
  /// for what the caller may want can depend on what is stored.
  public typealias OriginResolver = @Sendable (_ stored: ServerOrigin?) async -> ServerOrigin?

  /// Makes a client that has not tried anything.
  ///
  /// - Parameters:
  ///   - origin: the only server to log in to; nil for the one the stored login names.
  ///   - originResolver: decides which server that is; nil leaves it.
  ///   - itemName: the credential's name, which should reveal nothing to an onlooker.
  ///   - deviceName: likewise, of the secret by which this device proves that it logged in before; nil for none.
  ///   - memory: remembers that the owner logged out.
  ///   - clock: for the retries; `random`, 0 up to 1, spreads them.
  public init(
    api: VaultServerAPI, origin: ServerOrigin?, store: any CredentialStore, itemName: CredentialName,
    deviceName: CredentialName? = nil, memory: any LogoutStateStore, originResolver: OriginResolver? = nil,
    policy: RetryPolicy = RetryPolicy(), clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.originResolver = originResolver
    self.api = api
    wantedOrigin = origin
    self.store = store
    self.itemName = itemName
    self.deviceName = deviceName
    self.memory = memory
    self.clock = clock
    self.random = random
    state = LoginState(policy: policy)
  }

  /// How the login stands.
  public var phase: LoginState.Phase { state.phase }

  /// The server of the present session, or the one to log in to; nil when neither is known.
  public var origin: ServerOrigin? { session?.origin ?? wantedOrigin ?? storedLogin?.origin }

  /// The server that the caller wants; nil for the one the stored login names.
  public var wanted: ServerOrigin? { wantedOrigin }

  /// Resolves which server is wanted, now that it is known what is stored.
  func resolveServer() async {
    if let originResolver { wantedOrigin = await originResolver(storedLogin?.origin) }
  }

  /// The email of the stored login, where the server to log in to is the one that accepted it.
  public var storedEmail: String? {
    guard let storedLogin, wantedOrigin.map({ $0 == storedLogin.origin }) ?? true else { return nil }
    return storedLogin.email
  }

  /// Who is logged in, or whose login is stored; nil for nobody. Sends nothing.
  public func knownLogin() async throws(ServerClientError) -> (email: String, origin: ServerOrigin)? {
    if let session { return (session.account.email, session.origin) }
    return try await exclusively { await self.readLogin() }.get()
  }

  /// Logs in silently if that has not been done, and says how the login stands afterwards.
  ///
  /// - Parameter resuming: also after a logout, because the owner asked for a login.
  public func logInSilently(resuming: Bool = false) async -> LoginState.Phase {
    perform(.wanted(resuming: resuming))
    await flight?.value
    return state.phase
  }

  /// Runs `body` with the session's token, after a silent login where one is needed. A token that the server doesn't
  /// know any more is replaced by one more silent login, once.
  public func withSession<Value: Sendable>(
    _ body: @Sendable (VaultServerAPI, ServerOrigin, SharedSecret) async throws(ServerClientError) -> Value
  ) async throws(ServerClientError) -> Value {
    let first = try await currentSession()
    do { return try await body(api, first.origin, first.token) } catch  where error.code == .invalidToken {
      refuseToken(of: first)
    }
    let second = try await currentSession()
    return try await body(api, second.origin, second.token)
  }

  /// The account of the session, as the server names it.
  public func me() async throws(ServerClientError) -> Account {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.me(at: origin, token: token)
    }
  }

  /// Runs `body` with the session and whose it is, while there is one; unlike ``withSession(_:)`` it does not begin a login, but
  /// replaces a token that the server doesn't know any more, once.
  func whileLoggedIn<Value: Sendable>(
    _ body: @Sendable (VaultServerAPI, OpenedSession) async throws(ServerClientError) -> Value
  ) async throws(ServerClientError) -> Value {
    let first = try openedSession()
    do { return try await body(api, first) } catch  where error.code == .invalidToken {
      refuseToken(of: first)
    }
    await flight?.value
    if session == nil, case .unreachable(let error, _) = state.phase { throw error }
    return try await body(api, try openedSession())
  }

  private func refuseToken(of former: OpenedSession) {
    // Another caller may have replaced it already.
    guard session?.token === former.token else { return }
    perform(.tokenRefused(after: former.openedAt.duration(to: .now), random: random()))
  }

  private func openedSession() throws(ServerClientError) -> OpenedSession {
    guard let session else { throw ServerClientError(.needsCredentials, "nobody is logged in") }
    return session
  }

  private func currentSession() async throws(ServerClientError) -> OpenedSession {
    let phase = await logInSilently()
    if let session { return session }
    if case .unreachable(let error, _) = phase { throw error }
    throw ServerClientError(.needsCredentials, "run `vault login`")
  }
}

extension AuthClient {
  /// Every phase from now on, beginning with the present one.
  public func phases() -> AsyncStream<LoginState.Phase> {
    let (stream, continuation) = AsyncStream.makeStream(of: LoginState.Phase.self, bufferingPolicy: .bufferingNewest(8))
    watcherCount += 1
    let number = watcherCount
    watchers[number] = continuation
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      Task { await self.forget(watcher: number) }
    }
    continuation.yield(state.phase)
    return stream
  }

  /// Tries again, whenever a login failed for another reason than wrong credentials, until the calling task is cancelled.
  public func runRetries() async {
    var retry: Task<Void, Never>?
    defer { retry?.cancel() }
    for await phase in phases() {
      // What failed since is tried again in its own time, not after what is left of an older wait.
      retry?.cancel()
      guard case .unreachable(_, let delay) = phase else { continue }
      retry = Task {
        do { try await clock.sleep(for: delay) } catch { return }
        if state.phase == phase { perform(.retryDue) }
      }
    }
  }

  private func forget(watcher number: Int) { watchers[number] = nil }

  /// Feeds the state machine and does what it says.
  func perform(_ event: LoginState.Event) {
    let before = state.phase
    let actions = state.handle(event)
    if state.phase != before { for watcher in watchers.values { watcher.yield(state.phase) } }
    for action in actions {
      switch action {
      case .dropToken: session = nil
      case .logInSilently(let resuming):
        flight = Task { await self.exclusively { await self.attempt(resuming: resuming) } }
      case .retry: continue  // `runRetries` reads the delay from the phase.
      }
    }
  }

  /// Runs one operation on the login after the other.
  func exclusively<Value: Sendable>(_ operation: @escaping @Sendable () async -> Value) async -> Value {
    let previous = queue
    let task = Task {
      await previous?.value
      return await operation()
    }
    queue = Task { _ = await task.value }
    return await task.value
  }
}
