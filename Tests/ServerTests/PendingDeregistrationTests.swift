import Foundation
import NIOHTTP1
import NetworkTesting
import SecretMemory
import ServerAPI
import ServerClient
import StoreTesting
import Synchronization
import Testing

@Suite("A server that could not be told that a device was left", .timeLimit(.minutes(5)))
struct PendingDeregistrationTests {
  /// What a device keeps beyond the end of its agent.
  private struct Memories {
    let device = InMemoryDeviceRegistrationStore(token: "device-0123456789")
    let deregistrations = InMemoryDeregistrationStore()
    let troubles = Troubles()

    @Sendable func keep(_ dependencies: inout InboxSync.Dependencies) {
      (dependencies.memory, dependencies.deregistrations) = (device, deregistrations)
      dependencies.reportTrouble = { [troubles] in troubles.note($0) }
    }
  }

  /// The servers that were given up.
  private final class Troubles: Sendable {
    private let noted = Mutex<[ServerOrigin]>([])

    var abandoned: [ServerOrigin] { noted.withLock { $0 } }

    func note(_ trouble: DeregistrationIssue) {
      if case .abandoned(let origin) = trouble { noted.withLock { $0.append(origin) } }
    }
  }

  /// Ada leaves while her server is down, and the agent ends before it is up again.
  ///
  /// - Parameter body: what is when the server is up again; `port` is where it can be reached as before.
  private func afterLeaving(
    _ leave: @escaping (Agent, _ elsewhere: ServerOrigin) async throws -> Void,
    _ body: (RunningServer, _ port: Int, Memories) async throws -> Void
  ) async throws {
    try await RunningServer.run { server in
      let ada = try await server.accountID()
      _ = try await server.accountID("bob@example.org")
      let (down, memories) = (Flag(), Memories())
      try await CuttingProxy.run(to: server.port, bytes: { down.value ? 0 : .max }) { proxy in
        try await Agent.run(at: proxy.port, configure: memories.keep) { (agent) async throws in
          await agent.untilLive()
          down.value = true
          try await leave(agent, try ServerOrigin("http://127.0.0.1:\(server.port)"))
        }
        #expect(try await server.devices(of: ada) == ["laptop"])
        #expect(memories.deregistrations.pending().map(\.user) == [ada])
        down.value = false
        try await body(server, proxy.port, memories)
      }
    }
  }

  @Test("is told by the next agent, whoever is logged in there and wherever")
  func nextAgent() async throws {
    try await afterLeaving {
      try await $0.take(over: "bob@example.org", at: $1)
    } _: { server, _, memories in
      let ada = try #require(memories.deregistrations.pending().first).user
      try await Agent.run(at: server.port, email: "bob@example.org", configure: memories.keep) { (agent) async throws in
        try await until { try await server.devices(of: ada).isEmpty }
        await until { memories.deregistrations.pending().isEmpty }
        await until { await agent.sync.unfinishedDeregistrations == [] }
        #expect(memories.device.registrations() == [agent.origin])
      }
      #expect(memories.troubles.abandoned.isEmpty)
    }
  }

  @Test("is told nothing once the user is back, whose device it is again")
  func userIsBack() async throws {
    try await afterLeaving { agent, _ in
      _ = try await agent.sync.logOut(forget: true)
    } _: { server, port, memories in
      let ada = try #require(memories.deregistrations.pending().first).user
      try await Agent.run(at: port, configure: memories.keep) { (agent) async throws in
        await agent.untilLive()
        await until { memories.deregistrations.pending().isEmpty }
        await agent.untilLive()
        #expect(try await server.devices(of: ada) == ["laptop"])
      }
    }
  }

  @Test("is given up when the session is over, or after thirty days", arguments: [true, false])
  func abandoned(isSessionOver: Bool) async throws {
    try await afterLeaving {
      try await $0.take(over: "bob@example.org", at: $1)
    } _: { server, _, memories in
      let deregistration = try #require(memories.deregistrations.pending().first)
      if isSessionOver {
        let token = deregistration.token.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(try await server.send(.DELETE, "/v1/sessions/current", token: token).status == 204)
      }
      let later = isSessionOver ? 0 : 31.0 * 86_400
      let keep: (inout InboxSync.Dependencies) -> Void = {
        memories.keep(&$0)
        $0.now = { Date() + later }
      }
      try await Agent.run(at: server.port, email: "bob@example.org", configure: keep) { (agent) async throws in
        await until { memories.troubles.abandoned == [deregistration.origin] }
        #expect(memories.deregistrations.pending().isEmpty)
        #expect(try await server.devices(of: deregistration.user) == ["laptop"])
        #expect(memories.device.registrations() == [agent.origin, deregistration.origin])
      }
    }
  }
}
