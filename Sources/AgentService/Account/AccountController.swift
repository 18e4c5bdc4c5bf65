internal import AgentAPI
internal import AgentInbox
internal import Localization
internal import SecretMemory
internal import ServerAPI
internal import ServerClient

/// The login to the server.
protocol LoginManaging: LoginStatusReading {
  /// The server that counts, whatever is stored; nil for the one the stored login names.
  var wanted: ServerOrigin? { get async }

  /// Who is logged in, or whose login is stored; nil for nobody. Sends nothing.
  func knownLogin() async throws(ServerClientError) -> (email: String, origin: ServerOrigin)?

  /// Logs in silently if that has not been done, and says how the login stands afterwards.
  ///
  /// - Parameter resuming: also after a logout.
  func logInSilently(resuming: Bool) async -> LoginState.Phase

  /// The account of the session, as the server names it.
  func me() async throws(ServerClientError) -> Account
}

extension AuthClient: LoginManaging {
  func changes() -> AsyncStream<LoginState.Phase> { phases() }
}

/// This device, which comes and goes with its user.
protocol DeviceLogin: Sendable {
  /// Logs in with what the owner typed.
  ///
  /// - Throws: ``ServerClientError``; nothing was kept or changed then.
  func logIn(
    email: String, password: consuming SecretBytes, origin: ServerOrigin
  ) async throws(ServerClientError) -> AuthClient.Result

  /// Unregisters this device and ends the session. What was unread is no longer counted; the items stay for the next login.
  ///
  /// - Parameter forget: also removes the stored login.
  /// - Returns: why the server could not be told; nil when it knows.
  func logOut(forget: Bool) async throws(ServerClientError) -> ServerClientError?
}

extension InboxService: DeviceLogin {}

/// The requests to log in and out, and who is logged in.
struct AccountController: Sendable {
  let login: any LoginManaging
  let device: any DeviceLogin

  /// Sees to a session, asking only for what is missing.
  func logIn(_ request: LogIn, _ conversation: any Conversation) async throws(Failure) -> AccountStatus {
    let server = try request.server.map { (url) throws(Failure) in try origin(url) }
    if await isAnother(request.email, server) {
      return try await ask(email: request.email, server: server, conversation)
    }
    let phase = await login.logInSilently(resuming: true)
    if case .loggedIn(let account, _) = phase, request.email ?? account.email == account.email {
      let present = await login.origin
      if server == nil || server == present, let confirmed = try await confirmed() { return confirmed }
    }
    if case .unreachable(let error, _) = phase, server == nil { throw Failure(error) }
    return try await ask(email: request.email, server: server, conversation)
  }

  /// Whether another login is asked for than the one there is: that one is then no way to it, and is not sent anywhere.
  private func isAnother(_ email: String?, _ server: ServerOrigin?) async -> Bool {
    guard email != nil || server != nil else { return false }
    do throws(ServerClientError) {
      guard let known = try await login.knownLogin() else { return false }
      return email.map { $0 != known.email } ?? false || server.map { $0 != known.origin } ?? false
    } catch {
      // What can't be read is not sent either; why is told by the login that follows.
      return false
    }
  }

  /// The account; logs in first when it is not, and asks the owner only where nothing is stored or the server refused it.
  func whoami(_ conversation: any Conversation) async throws(Failure) -> AccountStatus {
    let phase = await login.logInSilently(resuming: false)
    switch phase {
    case .loggedIn:
      if let confirmed = try await confirmed() { return confirmed }
      return try await ask(email: nil, server: nil, conversation)
    case .needsCredentials(.loggedOut):
      throw Failure(.refused, "You are logged out.", hint: "Log in with vault login.")
    case .needsCredentials: return try await ask(email: nil, server: nil, conversation)
    case .unreachable(let error, _): throw Failure(error)
    case .idle, .loggingIn: throw Failure(.tryLater, "The login is still under way.", hint: "Try again.")
    }
  }

  /// Asks the owner for a login where a request needs the server and nothing valid is stored. Nobody is asked after a logout, without a
  /// server, or where nobody sits: the request then says what is missing.
  ///
  /// - Returns: whether the owner has logged in.
  @discardableResult
  func askIfNeeded(_ conversation: any Conversation) async throws(Failure) -> Bool {
    switch await login.logInSilently(resuming: false) {
    case .needsCredentials(let need) where conversation.isInteractive && need != .loggedOut:
      guard await login.origin != nil else { return false }
      _ = try await ask(email: nil, server: nil, conversation)
      return true
    // The request would only try the same again.
    case .unreachable(let error, _): throw Failure(error)
    case .idle, .loggingIn, .loggedIn, .needsCredentials: return false
    }
  }

  /// The account, once the server has said that the session is good, or a silent login made a new one; nil when only the
  /// owner can help. A session may have been ended elsewhere.
  private func confirmed() async throws(Failure) -> AccountStatus? {
    do { _ = try await login.me() } catch  where error.code == .needsCredentials || error.code == .invalidCredentials {
      return nil
    } catch { throw Failure(error) }
    return await login.accountStatus()
  }

  /// Ends the session, and remembers that.
  ///
  /// - Parameter forget: also removes the stored login.
  /// - Returns: what was done, in a sentence or two.
  func logOut(forget: Bool) async throws(Failure) -> LocalizedText {
    let problem = try await ServerClientError.asFailure(await device.logOut(forget: forget))
    let done: LocalizedText =
      forget
      ? "Logged out; the stored login is gone." : "Logged out; the login stays stored until vault logout --forget."
    return problem == nil ? done : [done, "The server could not be notified; its session ends by itself."].joined()
  }

  // MARK: Asking

  private func ask(
    email: String?, server: ServerOrigin?, _ conversation: any Conversation
  ) async throws(Failure) -> AccountStatus {
    let known = await login.origin
    guard let origin = server ?? known else {
      throw Failure(
        .configuration, "No server is known.",
        hint: "Name it once: vault login --server https://HOST[:PORT], or server-url in the configuration file.")
    }
    if let wanted = await login.wanted, wanted != origin {
      throw Failure(
        .configuration, "The configuration names the server \(wanted).",
        hint: "Change server-url (VAULT_SERVER_URL), or log in there.")
    }
    let form = LoginForm(origin: origin, conversation: conversation)
    let refused = origin == known ? await refusedEmail() : nil
    let (account, mistake) = try await account(given: email, refused: refused, form)
    return try await form.password(of: account, after: mistake) { (email, password) throws(ServerClientError) in
      try await logIn(email, password, origin, conversation)
    }
  }

  /// Whose password is asked for: of the email that was given, else of the stored login that the server refused, which is told, else
  /// of the email that the owner types.
  private func account(
    given email: String?, refused: String?, _ form: LoginForm
  ) async throws(Failure) -> (email: String, mistake: Failure?) {
    if let email { return (try LoginForm.checked(email), nil) }
    guard let refused else { return (try await form.email(), nil) }
    let refusal = Failure(
      .refused, "The server refuses the stored password of \(refused).",
      hint: "Run vault login at a terminal, or give the new one with --password-stdin.")
    try await form.conversation.notify(refusal.$message, kind: .error)
    return (refused, refusal)
  }

  /// Whose stored password the server refused; nil when that is not how it stands.
  private func refusedEmail() async -> String? {
    await login.phase == .needsCredentials(.refused) ? await login.storedEmail : nil
  }

  private func logIn(
    _ email: String, _ password: SharedSecret, _ origin: ServerOrigin, _ conversation: any Conversation
  ) async throws(ServerClientError) -> AccountStatus {
    let copy: SecretBytes
    do { copy = try password.bytes.copy() } catch { throw ServerClientError(.invalidInput, "\(error)") }
    let result = try await device.logIn(email: email, password: copy, origin: origin)
    if let user = result.user { try await reportUser(user, at: result.origin, conversation) }
    if let problem = result.storageError { try await notKept(problem, conversation) }
    return await login.accountStatus()
  }

  private func reportUser(
    _ user: UInt32, at origin: ServerOrigin, _ conversation: any Conversation
  ) async throws(ServerClientError) {
    let words: LocalizedText =
      "The server at \(origin) is a program of the user with the number \(user); from now on the login is sent to that user's"
      + " programs there alone."
    do throws(Failure) { try await conversation.notify(words) } catch {
      throw ServerClientError(.stateUnavailable, error.message)
    }
  }

  private func notKept(_ problem: ServerClientError, _ conversation: any Conversation) async throws(ServerClientError) {
    do {
      try await conversation.notify("Logged in, but the login could not be stored: \(problem.detail)", kind: .error)
    } catch {
      throw ServerClientError(.stateUnavailable, error.message)
    }
  }

  private func origin(_ url: String) throws(Failure) -> ServerOrigin {
    try ServerClientError.asFailure(now: ServerOrigin(url))
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to account: AccountController) {
    on(LogIn.self) { (request, conversation) throws(Failure) in try await account.logIn(request, conversation) }
    on(LogOut.self) { (request) throws(Failure) in Acknowledgement(try await account.logOut(forget: request.forget)) }
    on(ShowAccount.self) { (_, conversation) throws(Failure) in try await account.whoami(conversation) }
  }
}
