import Foundation
import GRDB
import ServerAPI
import ServerClient
import Testing

@testable import VaultServer

@Suite("A device meets another numbering", .timeLimit(.minutes(5)))
struct InboxNumberingTests {
  /// Has an agent fetch three items and go away; then changes what it knows, and the server.
  private func run(
    _ change: (RunningServer, MemoryKeeper) async throws -> Void,
    _ body: (RunningServer, MemoryKeeper, Agent) async throws -> Void
  ) async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      for number in 1...3 { try await server.push(token, "n\(number)") }
      try await Agent.run(at: server.port) { (agent) async throws in
        await agent.untilLive()
        let keeper = agent.keeper(of: account)
        #expect(await keeper.contents.sequences == [1, 2, 3])
        #expect(try await keeper.contents.epoch == server.storage.epoch())
        await agent.sync.pause()
        try await change(server, keeper)
        await agent.sync.resume()
        try await body(server, keeper, agent)
      }
    }
  }

  @Test(
    "in a new session: nothing of before is sent, redactions are told, and everything is fetched anew, in that order")
  func order() async throws {
    let redacted = UUID()
    try await run { server, keeper in
      await keeper.change {
        $0.log = []
        $0.redactions = [redacted]
        // It is about another item now.
        $0.pending = [PendingDecision(sequence: 3, state: .accepted)]
      }
      _ = try await server.storage.beginEpoch()
      // As the replica does it: nothing is pending about numbers of before.
      await keeper.dropPendingWhenSetBack()
    } _: { server, keeper, agent in
      let contents = await keeper.until { $0.position.sequence == 3 && $0.setBacks.count == 1 && $0.redactions.isEmpty }
      #expect(contents.log == ["set back", "redacted 1", "kept 3"] && contents.sequences == [1, 2, 3])
      #expect(contents.decided.isEmpty)
      #expect(try await contents.epoch == server.storage.epoch())
      await agent.untilLive()
      try await server.push(try await server.token(), "n4")
      let live = await keeper.until { $0.position.sequence == 4 }
      #expect(live.setBacks.count == 1 && live.disorder.isEmpty)
    }
  }

  @Test(
    "with one that names it for the first time, which is the same as long as the newest item is",
    arguments: [true, false])
  func firstEpoch(_ isSame: Bool) async throws {
    try await run { server, keeper in
      await keeper.change { contents in
        contents.epoch = nil
        if !isSame { contents.items[2].push = UUID() }
      }
      // A new session.
      _ = try await server.storage.beginEpoch()
    } _: { server, keeper, agent in
      let contents = await keeper.until { $0.epoch != nil && $0.position.sequence == 3 }
      #expect(contents.setBacks.count == (isSame ? 0 : 1) && contents.sequences == [1, 2, 3])
      await agent.untilLive()
    }
  }

  @Test("a device that comes back in the same session asks for nothing anew")
  func sameSession() async throws {
    try await run { _, keeper in
      await keeper.change { $0.log = [] }
    } _: { server, keeper, agent in
      await agent.untilLive()
      try await server.push(try await server.token(), "n4")
      let contents = await keeper.until { $0.position.sequence == 4 }
      #expect(contents.setBacks.isEmpty && contents.log == ["kept 1"])
    }
  }
}
