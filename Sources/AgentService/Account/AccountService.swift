internal import AgentAPI
internal import CredentialStore
internal import Logging
internal import SecretMemory
internal import ServerAPI
internal import ServerClient
internal import ServiceLifecycle
internal import TaskStore

/// The account on the server: logged in silently where that is possible, with the owner's answers where not.
final class AccountService: Service {
  /// How often a wrong password is asked for again within one command.
  private static let triesPerCommand = 3
  /// How long the server may take to end the session when the agent ends, which the next agent waits for.
  private static let farewellSeconds = 1.0

  let client: AuthClient
  private let api: VaultServerAPI
  private let logger: Logger

  init(settings: SettingsPolicy, keeper: OwnerService, credentials: CredentialService, logger: Logger) {
    api = VaultServerAPI(trust: settings.trust)
    client = AuthClient(
      api: api, origin: settings.configuredServer, store: credentials.store, itemName: .login,
      deviceName: .loginDevice, memory: RecordedLogout(state: credentials.state),
      settling: { stored in
        let server = settings.settle(stored: stored, await keeper.ownersWord())
        for notice in settings.untold(await keeper.claimedWord()) { credentials.tellOwner(notice) }
        return server
      })
    self.logger = logger
  }

  /// Logs in when the agent starts, and tries again what could not be done yet, until the agent ends.
  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      _ = await client.logInSilently()
      await client.runRetries()
      // Without anything to retry there is still an end to wait for.
      do { try await gracefulShutdown() } catch { return }
    }
    await client.endSession(within: Self.farewellSeconds)
    do { try await api.shutdown() } catch {
      logger.warning("closing connections failed", metadata: ["error": "\(LogReason(error))"])
    }
  }

  /// How it stands; contacts nobody.
  func status() async -> AccountStatus { await described(client.phase) }

  /// Sees to a session, asking only for what is missing.
  ///
  /// - Parameter sync: by which the device comes and goes with its user.
  func login(
    _ request: LoginRequest, _ conversation: any Conversation, by sync: InboxSync
  ) async throws(Failure) -> AccountStatus {
    let server = try request.server.map { (url) throws(Failure) in try origin(url) }
    if await isAnother(request.email, server) {
      return try await ask(email: request.email, server: server, conversation, sync)
    }
    let phase = await client.logInSilently(resuming: true)
    if case .loggedIn(let account, _) = phase, request.email ?? account.email == account.email {
      let present = await client.origin
      if server == nil || server == present, let confirmed = try await confirmed() { return confirmed }
    }
    if case .unreachable(let error, _) = phase, server == nil { throw Failure(error) }
    return try await ask(email: request.email, server: server, conversation, sync)
  }

  /// Whether another login is asked for than the one there is: that one is then no way to it, and is not sent anywhere.
  private func isAnother(_ email: String?, _ server: ServerOrigin?) async -> Bool {
    guard email != nil || server != nil else { return false }
    do throws(ServerClientError) {
      guard let known = try await client.knownLogin() else { return false }
      return email.map { $0 != known.email } ?? false || server.map { $0 != known.origin } ?? false
    } catch {
      // What can't be read is not sent either; why is told by the login that follows.
      return false
    }
  }

  /// The account; logs in first when it is not, and asks the owner only where nothing is stored or the server refused it.
  func whoami(_ conversation: any Conversation, by sync: InboxSync) async throws(Failure) -> AccountStatus {
    let phase = await client.logInSilently()
    switch phase {
    case .loggedIn:
      if let confirmed = try await confirmed() { return confirmed }
      return try await ask(email: nil, server: nil, conversation, sync)
    case .needsCredentials(.loggedOut):
      throw Failure(.refused, "You are logged out.", hint: "Log in with vault login.")
    case .needsCredentials: return try await ask(email: nil, server: nil, conversation, sync)
    case .unreachable(let error, _): throw Failure(error)
    case .idle, .loggingIn: throw Failure(.tryLater, "The login is still under way.", hint: "Try again.")
    }
  }

  /// The account, once the server has said that the session is good, or a silent login made a new one; nil when only the
  /// owner can help. A session may have been ended elsewhere.
  private func confirmed() async throws(Failure) -> AccountStatus? {
    do { _ = try await client.me() } catch  where error.code == .needsCredentials || error.code == .invalidCredentials {
      return nil
    } catch { throw Failure(error) }
    return await described(client.phase)
  }

  /// Runs `body` with a session, after a silent login where one is needed.
  func withSession<Value: Sendable>(
    _ body: @Sendable (VaultServerAPI, ServerOrigin, SharedSecret) async throws(ServerClientError) -> Value
  ) async throws(Failure) -> Value {
    do { return try await client.withSession(body) } catch { throw Failure(error) }
  }

  /// Ends the session, and remembers that.
  ///
  /// - Parameter end: ends it, and whatever lives by it.
  func logout(
    forget: Bool, _ end: (Bool) async throws(ServerClientError) -> ServerClientError?
  ) async throws(Failure) -> String {
    let problem: ServerClientError?
    do { problem = try await end(forget) } catch { throw Failure(error) }
    let done =
      forget
      ? "Logged out; the stored login is gone." : "Logged out; the login stays stored until vault logout --forget."
    return problem == nil ? done : done + " The server could not be told; its session ends by itself."
  }

  // MARK: Asking

  private func ask(
    email: String?, server: ServerOrigin?, _ conversation: any Conversation, _ sync: InboxSync
  ) async throws(Failure) -> AccountStatus {
    let known = await client.origin
    guard let origin = server ?? known else {
      throw Failure(
        .configuration, "No server is known.", hint: "Name it: vault login --server URL, or VAULT_SERVER_URL.")
    }
    if let wanted = await client.wanted, wanted != origin {
      throw Failure(
        .configuration, "The configuration names the server \(wanted).",
        hint: "Change server-url (VAULT_SERVER_URL), or log in there.")
    }
    var (email, mistake) = (email, Failure?.none)
    if email == nil, origin == known, let stored = await refusedEmail() {
      let refusal = Failure(
        .refused, "The server refuses the stored password of \(stored).",
        hint: "Run vault login at a terminal, or give the new one with --password-stdin.")
      try await conversation.tell(refusal.message, kind: .error)
      (email, mistake) = (stored, refusal)
    }
    for _ in 0..<Self.triesPerCommand {
      let email = try await self.email(given: email, for: origin, conversation, mistake)
      let prompt = Prompt(.password, text: "Password of \(email)")
      guard let password = try await conversation.ask(prompt) else { throw mistake ?? .unanswered(prompt) }
      do throws(ServerClientError) { return try await logIn(email, password, origin, conversation, sync) } catch {
        guard error.code == .invalidCredentials else { throw Failure(error) }
        mistake = Failure(error)
        try await conversation.tell(Failure(error).message, kind: .error)
      }
    }
    throw mistake ?? Failure(.refused, "Three wrong answers.")
  }

  /// Whose stored password the server refused; nil when that is not how it stands.
  private func refusedEmail() async -> String? {
    await client.phase == .needsCredentials(.refused) ? await client.storedEmail : nil
  }

  private func logIn(
    _ email: String, _ password: SharedSecret, _ origin: ServerOrigin, _ conversation: any Conversation,
    _ sync: InboxSync
  ) async throws(ServerClientError) -> AccountStatus {
    let copy: SecretBytes
    do { copy = try password.bytes.copy() } catch { throw ServerClientError(.invalidInput, "\(error)") }
    let result = try await sync.logIn(email: email, password: copy, origin: origin)
    if let user = result.user { try await tellOfUser(user, at: result.origin, conversation) }
    if let problem = result.notKept { try await notKept(problem, conversation) }
    return await described(client.phase)
  }

  private func email(
    given: String?, for origin: ServerOrigin, _ conversation: any Conversation, _ mistake: Failure?
  ) async throws(Failure) -> String {
    if let given { return try checked(given) }
    let prompt = Prompt(.email, text: "Email for \(origin)")
    guard let answer = try await conversation.ask(prompt) else { throw mistake ?? .unanswered(prompt) }
    return try checked(answer.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
  }

  /// Tells a slip before the password is asked for; what an address may be, the server knows.
  private func checked(_ email: String) throws(Failure) -> String {
    guard email.contains("@") else {
      throw Failure(.usage, "\u{201C}\(email)\u{201D} is no email address.", hint: "Give one like ada@example.org.")
    }
    return email
  }

  private func tellOfUser(
    _ user: UInt32, at origin: ServerOrigin, _ conversation: any Conversation
  ) async throws(ServerClientError) {
    let words =
      "The server at \(origin) is a program of the user with the number \(user); from now on the login is sent to that user's"
      + " programs there alone."
    do { try await conversation.tell(words) } catch { throw ServerClientError(.stateUnavailable, error.message) }
  }

  private func notKept(_ problem: ServerClientError, _ conversation: any Conversation) async throws(ServerClientError) {
    do {
      try await conversation.tell("Logged in, but the login could not be stored: \(problem.detail)", kind: .error)
    } catch {
      throw ServerClientError(.stateUnavailable, error.message)
    }
  }

  private func origin(_ url: String) throws(Failure) -> ServerOrigin {
    do { return try ServerOrigin(url) } catch { throw Failure(error) }
  }

  private func described(_ phase: LoginState.Phase) async -> AccountStatus {
    let server = await client.origin?.description
    switch phase {
    case .idle, .loggingIn:
      return AccountStatus(state: .loggingIn, server: server)
    case .loggedIn(let account, let wasSilent):
      return AccountStatus(state: .loggedIn, email: account.email, server: server, wasSilent: wasSilent)
    case .needsCredentials(.loggedOut): return AccountStatus(state: .loggedOut, server: server)
    case .needsCredentials(.refused):
      return AccountStatus(
        state: .needsCredentials, email: await client.storedEmail, server: server,
        problem: "the server refuses the stored password")
    case .needsCredentials: return AccountStatus(state: .needsCredentials, server: server)
    case .unreachable(let error, _):
      return AccountStatus(
        state: .unreachable, server: server, problem: error.detail.isEmpty ? error.description : error.detail)
    }
  }
}

/// The logout, remembered among the vault's own records.
struct RecordedLogout: LogoutStateStore {
  let state: any VaultStateStore
  private static let key = VaultStateKey("logged-out")

  func isLoggedOut() async throws -> Bool { try await state.recorded(Bool.self, Self.key) ?? false }
  func setLoggedOut(_ loggedOut: Bool) async throws { try await state.record(loggedOut, Self.key) }
}
