import Foundation
import NetworkTesting
import ServerAPI
import ServerClient
import StoreTesting
import Testing

@Suite("A device's connection to its server", .timeLimit(.minutes(5)))
struct InboxConnectionTests {
  @Test("asleep it has no connection, awake it has what came meanwhile")
  func sleep() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      try await CuttingProxy.run(to: server.port) { proxy in
        try await Agent.run(at: proxy.port) { (agent) async throws in
          await agent.untilLive()
          await agent.sync.pause()
          #expect(await agent.sync.phase == .idle)
          let connections = proxy.connections
          for number in 0..<5 { _ = try await server.push(token, "\(number)") }
          #expect(proxy.connections == connections)
          await agent.sync.resume()
          let contents = await agent.keeper(of: account).until { $0.items.count == 5 }
          #expect(contents.disorder.isEmpty)
        }
      }
    }
  }

  @Test("a connection on which nothing comes any more is made anew")
  func dead() async throws {
    try await RunningServer.run(configure: RunningServer.beatingFast) { server in
      let account = try await server.accountID()
      let token = try await server.token()
      try await CuttingProxy.run(to: server.port) { proxy in
        try await Agent.run(at: proxy.port, configure: { $0.silence = .milliseconds(400) }) { (agent) async throws in
          await agent.untilLive()
          proxy.setStalled(true)
          _ = try await server.push(token)
          await until { await agent.sync.phase != .live }
          proxy.setStalled(false)
          let contents = await agent.keeper(of: account).until { $0.items.count == 1 }
          #expect(contents.disorder.isEmpty)
        }
      }
    }
  }

  @Test("many pushes at once cost few acknowledgements")
  func coalescing() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      try await CuttingProxy.run(to: server.port) { proxy in
        try await Agent.run(at: proxy.port) { (agent) async throws in
          await agent.untilLive()
          let connections = proxy.connections
          var last: Push?
          for number in 1...200 { last = try await server.push(token, "\(number)") }
          let push = try #require(last)
          try await until { try await server.isDelivered(push.id, of: account) }
          #expect(proxy.connections - connections < 100)
          #expect(await agent.keeper(of: account).contents.sequences == Array(1...200))
        }
      }
    }
  }

  @Test("when the network comes back it doesn't wait until its time is over")
  func networkReturns() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      try await server.store(1, for: account)
      let down = Flag()
      try await CuttingProxy.run(to: server.port, bytes: { down.value ? 0 : .max }) { proxy in
        let patient = RetryPolicy(baseSeconds: 1000, maximumSeconds: 1000)
        let moment = Date(timeIntervalSince1970: 1_800_000_000)
        let configure: (inout InboxSync.Dependencies) -> Void = { ($0.policy, $0.now) = (patient, { moment }) }
        try await Agent.run(at: proxy.port, configure: configure) { (agent) async throws in
          await agent.untilLive()
          #expect(await agent.sync.outage == nil)
          down.value = true
          proxy.cutAll()
          await until { if case .waiting = await agent.sync.phase { true } else { false } }
          #expect(await agent.sync.outage?.since == moment)
          try await server.store(1, from: 2, for: account)
          down.value = false
          await agent.sync.resume()
          let contents = await agent.keeper(of: account).until { $0.items.count == 2 }
          #expect(contents.disorder.isEmpty)
          await agent.untilLive()
          #expect(await agent.sync.outage == nil)
          let connections = proxy.connections
          await agent.sync.resume()
          await until { proxy.connections > connections }
        }
      }
    }
  }

  @Test("a session that was ended is replaced by one silent login, and the device registered again")
  func sessionEnds() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      try await CuttingProxy.run(to: server.port) { proxy in
        try await Agent.run(at: proxy.port) { (agent) async throws in
          await agent.untilLive()
          try await agent.auth.withSession { (api, origin, token) async throws(ServerClientError) in
            try await api.deleteSession(at: origin, token: token)
          }
          _ = try await server.push(token)
          proxy.cutAll()
          _ = try await server.push(token)
          let contents = await agent.keeper(of: account).until { $0.items.count == 2 }
          #expect(contents.disorder.isEmpty)
          await agent.untilLive()
        }
      }
    }
  }

  @Test("a device whose token has become another user's is registered again with one of its own")
  func deviceTaken() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let other = try await server.accountID("bob@example.org")
      let token = try await server.token()
      try await Agent.run(at: server.port) { (agent) async throws in
        await agent.untilLive()
        try await server.takeDevice("device-0123456789", for: other)
        _ = try await server.push(token)
        try await until { try await server.devices(of: account) == ["laptop"] }
        await agent.untilLive()
        #expect(await agent.keeper(of: account).contents.sequences == [1])
        #expect(try await server.devices(of: other) == ["other"])
      }
    }
  }

  @Test("a logout unregisters the device; another user has an inbox of his own")
  func logout() async throws {
    try await RunningServer.run { server in
      let ada = try await server.accountID()
      let bob = try await server.accountID("bob@example.org")
      try await server.store(2, for: ada)
      try await server.store(3, for: bob)
      try await Agent.run(at: server.port) { (agent) async throws in
        await agent.untilLive()
        #expect(agent.memory.registrations() == [agent.origin])
        #expect(try await agent.sync.logOut(forget: false) == nil)
        #expect(await agent.sync.phase == .idle)
        #expect(try await server.devices(of: ada).isEmpty)
        #expect(agent.memory.registrations().isEmpty)
        try await agent.logIn("bob@example.org")
        await agent.untilLive()
        #expect(try await server.devices(of: bob) == ["laptop"])
        #expect(await agent.keeper(of: ada).contents.sequences == [1, 2])
        #expect(await agent.keeper(of: bob).contents.sequences == [1, 2, 3])
      }
    }
  }

  @Test("when another user logs in the device is no longer the former one's, also where that can only be told later")
  func anotherUser() async throws {
    try await RunningServer.run { server in
      let (ada, bob) = (try await server.accountID(), try await server.accountID("bob@example.org"))
      let down = Flag()
      try await CuttingProxy.run(to: server.port, bytes: { down.value ? 0 : .max }) { proxy in
        try await Agent.run(at: proxy.port) { (agent) async throws in
          await agent.untilLive()
          try await agent.take(over: "bob@example.org")
          #expect(try await server.devices(of: ada).isEmpty)
          try await until { try await server.devices(of: bob) == ["laptop"] }
          await agent.untilLive()
          #expect(agent.memory.registrations() == [agent.origin])
          // Bob's server is gone when Ada logs in at another.
          down.value = true
          try await agent.take(over: "ada@example.org", at: try ServerOrigin("http://127.0.0.1:\(server.port)"))
          #expect(try await server.devices(of: bob) == ["laptop"])
          down.value = false
          try await until { try await server.devices(of: bob).isEmpty }
          try await until { try await server.devices(of: ada) == ["laptop"] }
        }
      }
    }
  }

  @Test("an unregistration that failed is made up for")
  func unregistrationFails() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let down = Flag()
      try await CuttingProxy.run(to: server.port, bytes: { down.value ? 0 : .max }) { proxy in
        try await Agent.run(at: proxy.port) { (agent) async throws in
          await agent.untilLive()
          down.value = true
          let problem = try await agent.sync.logOut(forget: true)
          #expect(problem?.code == .unreachable)
          #expect(try await server.devices(of: account) == ["laptop"])
          #expect(agent.memory.registrations() == [agent.origin])
          down.value = false
          try await until { try await server.devices(of: account).isEmpty }
          await until { agent.memory.registrations().isEmpty }
        }
      }
    }
  }
}
