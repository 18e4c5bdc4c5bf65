internal import AgentAPI
internal import CredentialStore
internal import Localization
internal import StrictJSON

/// What every request has in common, whoever answers it.
struct RequestDispatcher: RequestHandler {
  let handshake: Handshake
  let router: RequestRouter
  let credentials: CredentialService
  let owner: OwnerService
  let login: AccountController
  let notices: NoticeDelivery
  let stop: @Sendable () -> Void
  let languages = InstalledLanguages(adapting: WindowWords.text)
  private let large = LargeRequestLimiter()

  init(
    handshake: Handshake, router: RequestRouter, credentials: CredentialService, owner: OwnerService,
    login: AccountController, notices: NoticeDelivery, stop: @escaping @Sendable () -> Void
  ) {
    (self.handshake, self.router, self.credentials) = (handshake, router, credentials)
    (self.owner, self.login, self.notices, self.stop) = (owner, login, notices, stop)
  }

  func welcome(_ hello: Hello, on connection: UInt64) throws(Failure) -> Welcome {
    try handshake.welcome(hello, on: connection)
  }

  func language(_ name: String?) -> Language { languages.language(name) }

  func routed(_ json: JSONDocument.Value?) throws(Failure) -> any RoutedRequest { try router.routed(json) }

  func handle(
    _ request: any RoutedRequest, _ conversation: any Conversation
  ) async throws(Failure) -> any Encodable & Sendable {
    let prompts = credentials.keyring.prompts
    // What only waits asks the keyring nothing.
    let listener =
      request.traits.contains(.watches)
      ? nil
      : prompts.tell { isOpen in
        conversation.report(isOpen ? Self.keyringAsks : Self.goesOn)
      }
    defer { if let listener { prompts.forget(listener) } }
    if request.needsCredentials { try await credentials.askForPassphrase(conversation) }
    let reply = try await answer(request, conversation)
    // Whoever ends the agent waits for its end, and answers nothing more.
    guard !request.traits.contains([.locks, .endsAgent]) else { return reply }
    await notices.deliver(conversation)
    if !request.traits.contains(.isAboutLogin) { await notices.deliverTrouble(conversation) }
    return reply
  }

  /// What a person is told who waits for a prompt of the keyring's, perhaps without having seen it.
  private static let keyringAsks = Progress(
    activity: "Waiting for you to unlock the keyring, in its own window (Ctrl-C: give up)", completed: 0, total: nil)
  /// What takes its place once the prompt is answered.
  private static let goesOn = Progress(activity: "Waiting…", completed: 0, total: nil)

  private func answer(
    _ request: any RoutedRequest, _ conversation: any Conversation
  ) async throws(Failure) -> any Encodable & Sendable {
    // What only waits may do so for days, and keeps nothing.
    guard !request.traits.contains(.watches) else { return try await request.answer(conversation) }
    return try await credentials.duringRequest { () async throws(Failure) in
      guard request.traits.contains(.isLarge) else { return try await answerLoggedIn(request, conversation) }
      return try await large.run { () async throws(Failure) in try await answerLoggedIn(request, conversation) }
    }
  }

  /// Asks for a login where the request needs one and there is none, also where the server says only now that it has ended the session:
  /// nothing was done then.
  private func answerLoggedIn(
    _ request: any RoutedRequest, _ conversation: any Conversation
  ) async throws(Failure) -> any Encodable & Sendable {
    guard request.traits.contains(.needsServer) else { return try await request.answer(conversation) }
    try await login.askIfNeeded(conversation)
    do throws(Failure) { return try await request.answer(conversation) } catch {
      guard error == .noSession, try await login.askIfNeeded(conversation) else { throw error }
      return try await request.answer(conversation)
    }
  }

  func didExecute(_ request: any RoutedRequest) {
    if request.endsAgent { stop() }
  }

  func didEnd(_ connection: UInt64) {
    credentials.forget(connection)
    notices.forget(connection)
    Task { await owner.connectionEnded(connection) }
  }
}
