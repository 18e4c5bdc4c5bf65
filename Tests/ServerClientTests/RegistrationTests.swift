import CredentialStore
import FoundationEssentials
import SecretMemory
import ServerAPI
import StoreTesting
import Synchronization
import Testing

@testable import ServerClient

@Suite("The registration of a device", .timeLimit(.minutes(5)))
struct RegistrationTests {
  /// An inbox in which there is nothing.
  private struct EmptyKeeper: InboxReplica {
    func position() -> SequencePosition { SequencePosition() }
    func store(_ items: [InboxItem], bounds: SequenceBounds?) {}
    func store(_ changes: [InboxChange]) {}
    func recordGap(_ missing: ClosedRange<Int64>) {}
    func handleServerRollback(to sequences: Sequences) {}
    func pendingDecisions() -> [PendingDecision] { [] }
    func decided(_ decision: PendingDecision, _ outcome: DecisionOutcome) {}
  }

  private static let device =
    #"{"token":"0123456789abcdef","platform":"linux","name":"den","registeredAt":"2027-01-02T03:04:05Z","lastSeenAt":"2027-01-02T03:04:05Z"}"#

  /// Runs the synchronisation against a server until that was asked for something.
  private func sleeps(
    until line: String, _ registration: @escaping @Sendable (_ number: Int) -> LoopbackServer.Reply
  ) async throws -> (sleeps: [Duration], lines: [String]) {
    let server = try await LoopbackServer { number, request in
      if request.line.hasPrefix("POST /v1/sessions") { return Answer.session() }
      return request.line.hasPrefix("PUT /v1/devices/") ? registration(number - 1) : .silence
    }
    let origin = try server.origin()
    let (store, clock) = (InMemoryCredentialStore(), InstantClock())
    let name = try #require(CredentialName("login"))
    let login = LoginItem(origin: origin, email: "ann@example.org", password: try secret("password"))
    try await store.set(try login.encoded(), for: name)
    try await withAPI(deadlines: .init(connect: 2, whole: 4)) { api in
      let auth = AuthClient(
        api: api, origin: origin, store: store, itemName: name, memory: InMemoryLogoutStateStore(), random: { 0.5 })
      let memory = InMemoryDeviceRegistrationStore(token: "0123456789abcdef")
      var parts = InboxSync.Dependencies(
        auth: auth, memory: memory, deregistrations: InMemoryDeregistrationStore(),
        registration: DeviceRegistration(platform: "linux", name: "den")
      ) { _, _ in EmptyKeeper() }
      parts.clock = clock
      let sync = InboxSync(parts)
      let running = Task { await sync.run() }
      #expect(server.requests.isEmpty)
      _ = await auth.logInSilently()
      while !server.requests.contains(where: { $0.line.hasPrefix(line) }) { await Task.yield() }
      running.cancel()
      await running.value
      #expect(memory.registrations() == [origin])
    }
    try await server.stop()
    return (clock.sleeps, server.requests.map { String($0.line.prefix(16)) })
  }

  @Test("follows a login, and is tried every three seconds until it holds, or when the server says")
  func retries() async throws {
    let result = try await sleeps(until: "GET /v1/sequences") { number in
      switch number {
      case 1: .close
      case 2: Answer.error("500 Oops", "internal")
      case 3: Answer.error("429 Slow", "too_many_requests", "Retry-After: 7\r\n")
      case 4: .text("garbage\r\n\r\n")
      default: Answer.json("200 OK", Self.device)
      }
    }
    #expect(result.sleeps == [3, 3, 7, 3].map { .seconds($0) })
    let put = "PUT /v1/devices/"
    #expect(result.lines == ["POST /v1/session", put, put, put, put, put, "GET /v1/sequence"])
  }

  @Test("with a token that died in between is preceded by one silent login")
  func tokenDies() async throws {
    let result = try await sleeps(until: "GET /v1/sequences") { number in
      number == 1 ? Answer.error("401 No", "invalid_token") : Answer.json("200 OK", Self.device)
    }
    #expect(result.sleeps.isEmpty)
    #expect(
      result.lines == [
        "POST /v1/session", "PUT /v1/devices/", "POST /v1/session", "PUT /v1/devices/", "GET /v1/sequence",
      ])
  }

  @Test("of somebody who logged out is taken back later, and the program that took their stored login counts on")
  func leaving() async throws {
    let isReachable = Atomic(false)
    let server = try await LoopbackServer { _, request in
      if request.line.hasPrefix("POST /v1/sessions") { return Answer.session() }
      if request.line.hasPrefix("PUT /v1/devices/") { return Answer.json("200 OK", Self.device) }
      guard request.line.hasPrefix("DELETE") else { return .silence }
      return isReachable.load(ordering: .relaxed) ? Answer.noContent : .close
    }
    let origin = try server.origin()
    let store = InMemoryCredentialStore()
    let name = try #require(CredentialName("login"))
    let login = LoginItem(origin: origin, email: "ann@example.org", password: try secret("password"), user: 4711)
    try await store.set(try login.encoded(), for: name)
    try await withAPI(deadlines: .init(connect: 2, whole: 4)) { api in
      let auth = AuthClient(
        api: api, origin: origin, store: store, itemName: name, memory: InMemoryLogoutStateStore(), random: { 0.5 })
      let (memory, left) = (
        InMemoryDeviceRegistrationStore(token: "0123456789abcdef"), InMemoryDeregistrationStore()
      )
      var parts = InboxSync.Dependencies(
        auth: auth, memory: memory, deregistrations: left,
        registration: DeviceRegistration(platform: "linux", name: "den")
      ) { _, _ in EmptyKeeper() }
      parts.clock = InstantClock()
      let sync = InboxSync(parts)
      let running = Task { await sync.run() }
      _ = await auth.logInSilently()
      while memory.registrations().isEmpty { await Task.yield() }
      let problem = try await sync.logOut(forget: false)
      #expect(problem != nil && left.pending().count == 1)
      isReachable.store(true, ordering: .relaxed)
      while await sync.unfinishedDeregistrations?.isEmpty != true { await Task.yield() }
      #expect(left.pending().isEmpty && api.transport.loopback.accepts(4711, at: origin))
      running.cancel()
      await running.value
    }
    try await server.stop()
  }
}
