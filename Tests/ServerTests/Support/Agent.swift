import CredentialStore
import Foundation
import NIOHTTP1
import SecretMemory
import ServerAPI
import ServerClient
import StoreTesting
import Synchronization
import Testing

/// The client's side of the hub: a login and the synchronisation of one device's inbox.
struct Agent: Sendable {
  let auth: AuthClient
  let sync: InboxSync
  let memory: InMemoryDeviceRegistrationStore
  let origin: ServerOrigin
  private let keepers: Keepers

  /// Inboxes, one for each account.
  private final class Keepers: Sendable {
    private let all = Mutex<[UUID: MemoryKeeper]>([:])

    func keeper(of account: UUID) -> MemoryKeeper {
      all.withLock { all in
        let keeper = all[account] ?? MemoryKeeper()
        all[account] = keeper
        return keeper
      }
    }
  }

  func keeper(of account: UUID) -> MemoryKeeper { keepers.keeper(of: account) }

  /// Starts an agent that is logged in at a port, lends it, and ends it.
  static func run(
    at port: Int, email: String = "ada@example.org", device: String = "device-0123456789", name: String = "laptop",
    configure: (inout InboxSync.Dependencies) -> Void = { _ in }, _ body: (Agent) async throws -> Void
  ) async throws {
    let origin = try ServerOrigin("http://127.0.0.1:\(port)")
    let api = VaultServerAPI()
    let store = InMemoryCredentialStore()
    let item = try #require(CredentialName("login"))
    let password = try SecretBytes(Array("correct horse".utf8))
    try await store.set(try LoginItem(origin: origin, email: email, password: password).encoded(), for: item)
    let auth = AuthClient(
      api: api, origin: origin, store: store, itemName: item, memory: InMemoryLogoutStateStore(),
      policy: RetryPolicy(baseSeconds: 0.01, maximumSeconds: 0.05))
    let (keepers, memory) = (Keepers(), InMemoryDeviceRegistrationStore(token: device))
    var parts = InboxSync.Dependencies(
      auth: auth, memory: memory, deregistrations: InMemoryDeregistrationStore(),
      registration: DeviceRegistration(platform: "linux", name: name)
    ) { _, account in keepers.keeper(of: account.id) }
    parts.policy = RetryPolicy(baseSeconds: 0.01, maximumSeconds: 0.05)
    configure(&parts)
    let agent = Agent(auth: auth, sync: InboxSync(parts), memory: memory, origin: origin, keepers: keepers)
    let running = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await agent.auth.runRetries() }
        group.addTask { await agent.sync.run() }
      }
    }
    _ = await auth.logInSilently()
    let result: Result<Void, any Error>
    do { result = .success(try await body(agent)) } catch { result = .failure(error) }
    running.cancel()
    await running.value
    try await api.shutdown()
    try result.get()
  }

  /// Logs in as the owner does.
  func logIn(_ email: String = "ada@example.org") async throws {
    _ = try await auth.logIn(
      email: email, password: try SecretBytes(Array("correct horse".utf8)), origin: origin)
  }

  /// Another user logs in as the owner does, at the same server or another.
  func take(over email: String, at other: ServerOrigin? = nil) async throws {
    _ = try await sync.logIn(
      email: email, password: try SecretBytes(Array("correct horse".utf8)), origin: other ?? origin)
  }

  func untilLive() async { await until { await sync.phase == .live } }
}

/// Asks again and again until something is so; the test's time limit ends it.
func until(_ condition: () async throws -> Bool) async rethrows {
  while try await !condition(), !Task.isCancelled { await Task.yield() }
}

extension RunningServer {
  @discardableResult
  func push(_ token: String, _ text: String = "x") async throws -> Push {
    let answer = try await send(
      .POST, "/v1/pushes", body: #"{"payload":{"aps":{"alert":"\#(text)"}}}"#, token: token)
    try #require(answer.status == 201)
    return try answer.decoded(Push.self)
  }

  func decide(_ token: String, _ sequence: Int, _ state: String) async throws {
    let answer = try await send(
      .POST, "/v1/inbox/\(sequence)/state", body: #"{"state":"\#(state)"}"#, token: token)
    try #require(answer.status == 200)
  }
}
