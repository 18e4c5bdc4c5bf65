import ServerAPI
import ServerClient
import Testing

@Suite("A device's inbox follows the server's", .timeLimit(.minutes(5)))
struct InboxSyncTests {
  @Test("what came while it was away is fetched in order, once, and acknowledged; then it is live")
  func catchUp() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      let first = try await server.push(token)
      try await server.store(1203, from: 2, for: account)
      let last = try await server.push(token)
      try await server.decide(token, 3, "accepted")
      try await Agent.run(at: server.port) { (agent) async throws in
        await agent.untilLive()
        let contents = await agent.keeper(of: account).contents
        #expect(contents.sequences == Array(1...1205))
        #expect(contents.changes.map(\.sequence) == [3])
        #expect(contents.disorder.isEmpty && contents.gaps.isEmpty)
        #expect(contents.position == SequencePosition(sequence: 1205, change: 1))
        #expect(try await server.isDelivered(first.id, of: account))
        #expect(try await server.isDelivered(last.id, of: account))
        #expect(try await server.devices(of: account) == ["laptop"])
      }
    }
  }

  @Test("what happens while it is live comes at once, and is acknowledged")
  func live() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      try await Agent.run(at: server.port) { (agent) async throws in
        await agent.untilLive()
        let connected = try await server.push(token)
        for number in 2...20 { _ = try await server.push(token, "n\(number)") }
        try await server.decide(token, 4, "rejected")
        let contents = await agent.keeper(of: account).until {
          $0.position == SequencePosition(sequence: 20, change: 1)
        }
        #expect(contents.sequences == Array(1...20) && contents.disorder.isEmpty)
        #expect(contents.items[3].payload == #"{"aps":{"alert":"n4"}}"#)
        #expect(contents.changes.map(\.state) == [.rejected])
        try await until { try await server.isDelivered(connected.id, of: account) }
        #expect(await agent.sync.phase == .live)
      }
    }
  }

  @Test("nothing is acknowledged before it is kept")
  func keptFirst() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      try await Agent.run(at: server.port) { (agent) async throws in
        await agent.untilLive()
        let keeper = agent.keeper(of: account)
        await keeper.closeGate()
        let pushed = try await server.push(token)
        for _ in 0..<50 { #expect(try await !server.isDelivered(pushed.id, of: account)) }
        await keeper.openGate()
        try await until { try await server.isDelivered(pushed.id, of: account) }
        #expect(await keeper.contents.sequences == [1])
      }
    }
  }

  @Test("what could not be kept is told again until it is")
  func keeperFails() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      try await server.store(5, for: account)
      try await Agent.run(at: server.port) { (agent) async throws in
        let keeper = agent.keeper(of: account)
        await keeper.change { $0.refusals = 3 }
        await agent.untilLive()
        await keeper.change { $0.refusals = 2 }
        let last = try await server.push(token)
        try await until { try await server.isDelivered(last.id, of: account) }
        let contents = await keeper.contents
        #expect(contents.sequences == Array(1...6) && contents.disorder.isEmpty && contents.refusals == 0)
      }
    }
  }

  @Test("what was decided without a connection is sent before it is live, and the first decision stands")
  func decisions() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      try await server.store(4, for: account)
      try await server.decide(token, 2, "rejected")
      try await Agent.run(at: server.port) { (agent) async throws in
        let keeper = agent.keeper(of: account)
        await agent.sync.pause()
        await keeper.change {
          $0.pending = [
            PendingDecision(sequence: 1, state: .accepted), PendingDecision(sequence: 2, state: .accepted),
            PendingDecision(sequence: 3, state: .displayed), PendingDecision(sequence: 99, state: .read),
          ]
        }
        await agent.sync.resume()
        await agent.untilLive()
        var contents = await keeper.contents
        #expect(contents.pending.isEmpty)
        let standing = contents.decided.compactMap {
          if case .stands(let change) = $0 { Optional(change.state) } else { nil }
        }
        #expect(standing == [.accepted, .rejected])
        #expect(contents.decided.suffix(2) == [.recorded, .noItem])
        #expect(contents.changes.map(\.sequence) == [2, 1])
        await keeper.change { $0.pending = [PendingDecision(sequence: 4, state: .read)] }
        await agent.sync.sendDecisions()
        contents = await keeper.until { $0.changes.count == 3 && $0.pending.isEmpty }
        #expect(contents.changes.last?.device == "laptop")
      }
    }
  }

  @Test("items that the server no longer has are told as a gap")
  func gap() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      try await server.store(30, for: account)
      try await server.keepOnly(10)
      try await Agent.run(at: server.port) { (agent) async throws in
        await agent.untilLive()
        let contents = await agent.keeper(of: account).contents
        #expect(contents.gaps == [1...20] && contents.sequences == Array(21...30) && contents.disorder.isEmpty)
      }
    }
  }

  @Test("a server that was set back is told to the keeper, which begins anew")
  func setBack() async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      try await server.store(3, for: account)
      try await Agent.run(at: server.port) { (agent) async throws in
        let keeper = agent.keeper(of: account)
        await agent.sync.pause()
        await keeper.change { $0.position = SequencePosition(sequence: 9, change: 2) }
        await agent.sync.resume()
        let contents = await keeper.until { $0.position.sequence == 3 }
        #expect(contents.setBacks.map(\.inbox.highest).last == 3)
        #expect(contents.sequences == [1, 2, 3] && contents.disorder.isEmpty)
      }
    }
  }
}
