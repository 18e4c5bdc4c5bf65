import CredentialStore
import FoundationEssentials
import SecretMemory
import ServerAPI
import StoreTesting
import Testing

@testable import ServerClient

@Suite("The silent login", .timeLimit(.minutes(5)))
struct AuthClientTests {
  let store = SpoilableStore()
  let memory = InMemoryLogoutStateStore()
  let name: CredentialName

  init() throws { name = try #require(CredentialName("login")) }

  func client(
    _ api: VaultServerAPI, _ origin: ServerOrigin?, clock: any Clock<Duration> = ContinuousClock()
  ) -> AuthClient {
    AuthClient(api: api, origin: origin, store: store, itemName: name, memory: memory, clock: clock, random: { 0.5 })
  }

  func keepLogin(_ origin: ServerOrigin, password: String = "password") async throws {
    let item = LoginItem(origin: origin, email: "ann@example.org", password: try secret(password))
    try await store.set(try item.encoded(), for: name)
  }

  /// A client whose server answers so, with a login in the store.
  func withClient(
    stored: Bool = true, _ responder: Responder,
    _ body: (AuthClient, LoopbackServer, ServerOrigin) async throws -> Void
  ) async throws {
    let server = try await LoopbackServer(responder.respond)
    let origin = try server.origin()
    if stored { try await keepLogin(origin) }
    try await withAPI(deadlines: .init(connect: 2, whole: 4)) { try await body(client($0, origin), server, origin) }
    try await server.stop()
  }

  @Test("a stored login is used without a question, and only once for many callers")
  func silent() async throws {
    try await withClient(Responder { _, _ in Answer.session() }) { client, server, _ in
      let phases = await withTaskGroup(of: LoginState.Phase.self) { group in
        for _ in 0..<20 { group.addTask { await client.logInSilently() } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for phase in phases {
        guard case .loggedIn(let account, wasSilent: true) = phase else {
          Issue.record("\(phase)")
          continue
        }
        #expect(account.email == "ann@example.org")
      }
      #expect(server.requests.count == 1)
      #expect(store.writes == 1)
    }
  }

  @Test("no login in the store means asking, and nothing is sent")
  func noItem() async throws {
    try await withClient(stored: false, Responder { _, _ in Answer.session() }) { client, server, _ in
      #expect(await client.logInSilently() == .needsCredentials(.noItem))
      #expect(server.requests.isEmpty)
    }
  }

  @Test("a login of another origin is sent nowhere")
  func otherOrigin() async throws {
    let other = try await LoopbackServer { _, _ in Answer.session() }
    let otherOrigin = try other.origin()
    try await withClient(stored: false, Responder { _, _ in Answer.session() }) { client, server, _ in
      try await keepLogin(otherOrigin)
      #expect(await client.logInSilently() == .needsCredentials(.otherServer(otherOrigin)))
      #expect(server.requests.isEmpty && other.requests.isEmpty)
    }
    try await other.stop()
  }

  @Test("a refused login means asking, and is not sent again by itself")
  func refused() async throws {
    try await withClient(Responder { _, _ in Answer.error("401 Unauthorized", "invalid_credentials") }) {
      client, server, _ in
      #expect(await client.logInSilently() == .needsCredentials(.refused))
      #expect(await client.logInSilently() == .needsCredentials(.refused))
      #expect(server.requests.count == 1)
    }
  }

  @Test("a store that is locked, gone or damaged never means asking", arguments: CredentialStoreError.Code.allCases)
  func storeFails(code: CredentialStoreError.Code) async throws {
    try await withClient(Responder { _, _ in Answer.session() }) { client, server, _ in
      store.failure = CredentialStoreError(code)
      guard case .unreachable(let error, _) = await client.logInSilently() else {
        Issue.record("asks for credentials")
        return
      }
      #expect(error.code == .store)
      #expect(error.storeError?.code == code)
      #expect(server.requests.isEmpty)
      store.failure = nil
      guard case .loggedIn = await client.logInSilently() else {
        Issue.record("not logged in once the store is back")
        return
      }
    }
  }

  @Test("a stored value that is no login is damage, not a reason to ask or overwrite")
  func damagedItem() async throws {
    try await withClient(stored: false, Responder { _, _ in Answer.session() }) { client, server, _ in
      try await store.set(try secret("something else"), for: name)
      guard case .unreachable(let error, _) = await client.logInSilently() else {
        Issue.record("asks for credentials")
        return
      }
      #expect(error.storeError?.code == .damaged)
      #expect(store.writes == 1)
    }
  }

  @Test(
    "a server in trouble never means asking",
    arguments: [
      Answer.error("403 Forbidden", "forbidden"), Answer.error("429 Slow", "too_many_requests"),
      Answer.error("500 Oops", "internal"), .close, .text("garbage\r\n\r\n"), Answer.json("200 OK", "{}"),
    ])
  func serverFails(reply: LoopbackServer.Reply) async throws {
    try await withClient(Responder { _, _ in reply }) { client, _, _ in
      guard case .unreachable = await client.logInSilently() else {
        Issue.record("\(await client.phase)")
        return
      }
      #expect(store.writes == 1)
    }
  }

  @Test("retries come by themselves, later each time, until the server is back")
  func retries() async throws {
    let server = try await LoopbackServer { number, _ in number < 4 ? .close : Answer.session() }
    let origin = try server.origin()
    try await keepLogin(origin)
    try await withAPI { api in
      let clock = InstantClock()
      let client = client(api, origin, clock: clock)
      let retries = Task { await client.runRetries() }
      _ = await client.logInSilently()
      for await phase in await client.phases() {
        if case .loggedIn = phase { break }
      }
      retries.cancel()
      await retries.value
      #expect(server.requests.count == 4)
      #expect(clock.sleeps == [.milliseconds(1500), .seconds(3), .seconds(6)])
    }
    try await server.stop()
  }

  @Test("what failed while an older wait lasts is tried again in its own time")
  func newerFailure() async throws {
    let server = try await LoopbackServer { number, _ in
      switch number {
      case 1, 3: .close
      case 2: Answer.error("429 Slow", "too_many_requests", "Retry-After: 3600\r\n")
      default: Answer.session()
      }
    }
    let origin = try server.origin()
    try await keepLogin(origin)
    try await withAPI { api in
      let client = AuthClient(
        api: api, origin: origin, store: store, itemName: name, memory: memory, policy: RetryPolicy(baseSeconds: 0.01))
      let retries = Task { await client.runRetries() }
      _ = await client.logInSilently()
      for await phase in await client.phases() {
        if case .unreachable(let error, _) = phase, error.code == .throttled { break }
      }
      // The hour is not over when the owner asks, in vain.
      _ = await client.logInSilently(resuming: true)
      for await phase in await client.phases() {
        if case .loggedIn = phase { break }
      }
      retries.cancel()
      await retries.value
      #expect(server.requests.count == 4)
    }
    try await server.stop()
  }

  @Test("a token that died is replaced by one silent login, once")
  func tokenDied() async throws {
    try await withClient(
      Responder { number, request in
        if request.line.hasPrefix("POST") { return Answer.session("token-number-\(number)-token-token") }
        let isFirst = request.head.contains("token-number-1-")
        return isFirst ? Answer.error("401 No", "invalid_token") : Answer.json("200 OK", Answer.account)
      }
    ) { client, server, _ in
      let account = try await client.me()
      #expect(account.email == "ann@example.org")
      #expect(server.requests.map { $0.line.prefix(4) } == ["POST", "GET ", "POST", "GET "])
    }
    try await withClient(
      Responder { _, request in
        request.line.hasPrefix("POST") ? Answer.session() : Answer.error("401 No", "invalid_token")
      }
    ) { client, server, _ in
      await #expect(throws: ServerClientError(.invalidToken)) { try await client.me() }
      #expect(server.requests.count == 4)
    }
  }

  @Test("what the owner typed is kept only after the server accepted it")
  func typed() async throws {
    try await withClient(
      stored: false,
      Responder { _, request in
        request.body.contains("right") ? Answer.session() : Answer.error("401 No", "invalid_credentials")
      }
    ) { client, server, origin in
      #expect(await client.logInSilently() == .needsCredentials(.noItem))
      await #expect(throws: ServerClientError(.invalidCredentials)) {
        try await client.logIn(email: "ann@example.org", password: try secret("wrong"), origin: origin)
      }
      #expect(store.writes == 0)
      let result = try await client.logIn(email: "ann@example.org", password: try secret("right"), origin: origin)
      #expect(result.storageError == nil)
      #expect(store.writes == 1)
      guard case .loggedIn(_, wasSilent: false) = await client.phase else {
        Issue.record("\(await client.phase)")
        return
      }
      let again = self.client(client.api, nil)
      guard case .loggedIn(_, wasSilent: true) = await again.logInSilently() else {
        Issue.record("\(await again.phase)")
        return
      }
      #expect(await again.origin == origin)
    }
  }

  @Test("a login that can't be kept holds all the same, and says so")
  func notKept() async throws {
    try await withClient(stored: false, Responder { _, _ in Answer.session() }) { client, _, origin in
      store.failure = CredentialStoreError(.locked)
      let result = try await client.logIn(email: "a@b", password: try secret("right"), origin: origin)
      #expect(result.storageError?.storeError?.code == .locked)
      guard case .loggedIn = await client.phase else {
        Issue.record("\(await client.phase)")
        return
      }
    }
  }
}
