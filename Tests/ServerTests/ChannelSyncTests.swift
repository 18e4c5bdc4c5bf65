import Foundation
import NIOHTTP1
import ServerAPI
import ServerClient
import Testing

@testable import VaultServer

@Suite("A device's channels follow the server's", .timeLimit(.minutes(5)))
struct ChannelSyncTests {
  private struct Scene {
    let server: RunningServer
    let agent: Agent
    let channels: MemoryChannels
    let channel: UUID
    let token: String

    func post(_ text: String) async throws { _ = try await server.post(text, to: channel, token: token) }
    var texts: [String] { get async { await channels.contents.texts(channel) } }
  }

  /// Ada is enrolled, and her agent runs.
  private func withAgent(
    before: (RunningServer, UUID, String) async throws -> Void = { _, _, _ in }, _ body: (Scene) async throws -> Void
  ) async throws {
    try await RunningServer.run(configure: RunningServer.beatingFast) { server in
      let account = try await server.accountID()
      let channel = try await server.addChannel()
      let token = try await server.token()
      _ = try await server.storage.enrol(account, in: channel, at: server.clock.now)
      try await before(server, channel, token)
      try await Agent.run(at: server.port) { (agent) async throws in
        let channels = MemoryChannels()
        agent.keeper(of: account).follow(channels)
        await agent.untilLive()
        await agent.sync.pause()
        await agent.sync.resume()
        await agent.untilLive()
        try await body(Scene(server: server, agent: agent, channels: channels, channel: channel, token: token))
      }
    }
  }

  @Test("what was written while it was away is fetched page by page, in order, and what follows comes as news")
  func catchUp() async throws {
    try await withAgent { server, channel, token in
      for number in 1...3 { _ = try await server.post("n\(number)", to: channel, token: token) }
    } _: { scene in
      await until { await scene.texts == ["n1", "n2", "n3"] }
      for number in 4...9 { try await scene.post("n\(number)") }
      await until { await scene.texts == (1...9).map { "n\($0)" } }
    }
  }

  @Test(
    "conversations are compared at every connection, too: what is missing is fetched in order, and what comes as news")
  func conversations() async throws {
    try await withAgent { scene in
      let server = scene.server
      let ada = try #require(try await server.storage.accounts(now: server.clock.now).first?.id)
      let bob = try await server.accountID("bob@example.org")
      for (one, other) in [(ada, bob), (bob, ada)] {
        #expect(try await server.storage.follow(one, by: other, at: server.clock.now))
      }
      let token = try await server.token("bob@example.org")
      func texts() async -> [String] { await scene.channels.contents.texts(bob) }
      // It begins while there is a connection.
      _ = try await server.post("n1", to: ada, token: token)
      await until { await texts() == ["n1"] }
      await scene.agent.sync.pause()
      for number in 2...4 { _ = try await server.post("n\(number)", to: ada, token: token) }
      let answer = OutgoingMessage(id: UUID(), channel: bob, text: "n5")
      await scene.channels.change { $0.outgoing = [answer] }
      await scene.agent.sync.resume()
      await until { await texts() == (1...5).map { "n\($0)" } }
      let kept = await scene.channels.contents.messages[bob] ?? []
      #expect(kept.map(\.sequence) == Array(1...5))
      #expect(await scene.channels.contents.conversations.map(\.bounds.highest) == [4])
    }
  }

  @Test("where a channel is joined while the server is asked where the user is enrolled, it is asked again")
  func joinedMeanwhile() async throws {
    try await withAgent { scene in
      let asked = await scene.channels.contents.asked
      await scene.channels.change { $0.joinsNext = scene.channel }
      await scene.agent.sync.pause()
      await scene.agent.sync.resume()
      await until { await scene.channels.contents.asked >= asked + 2 }
      try await scene.post("after")
      await until { await scene.texts == ["after"] }
    }
  }

  @Test("what can't be kept or fetched is tried again, and what the user wrote is sent once, in order")
  func sending() async throws {
    try await withAgent { scene in
      let messages = (0..<5).map { OutgoingMessage(id: UUID(), channel: scene.channel, text: "n\($0)") }
      let lost = OutgoingMessage(id: UUID(), channel: UUID(), text: "lost")
      await scene.channels.change {
        $0.outgoing = messages + [lost]
        $0.refusals = 2
      }
      await scene.agent.sync.sendMessages()
      await until { await scene.texts == messages.map(\.text) }
      await until { await scene.channels.contents.outgoing.isEmpty }
      let contents = await scene.channels.contents
      #expect(contents.sent.map(\.id) == messages.map(\.id) && contents.refused == [.noChannel])
      // Sent again, as after a lost answer.
      await scene.channels.change { $0.outgoing = [messages[0]] }
      await scene.agent.sync.sendMessages()
      await until { await scene.channels.contents.outgoing.isEmpty }
      #expect(await scene.texts == messages.map(\.text))
    }
  }

  @Test("a channel has a live connection for as long as it is open, and one at a time is")
  func opening() async throws {
    try await withAgent { scene in
      let open = scene.server.openChannels
      let first = await scene.agent.sync.open(scene.channel)
      await until { open.channels == [scene.channel] }
      try await scene.post("live")
      await until { await scene.texts == ["live"] }
      let other = try await scene.server.addChannel("Music")
      _ = try await scene.server.send(.PUT, "/v1/channels/\(other)/enrolment", token: scene.token)
      await scene.agent.sync.compareChannels()
      await until { await scene.channels.contents.places[other] == 0 }
      let second = await scene.agent.sync.open(other)
      await until { open.channels == [other] }
      await scene.agent.sync.close(first)
      #expect(await scene.agent.sync.openChannel == other)
      await scene.agent.sync.close(second)
      await until { open.channels.isEmpty }
      // Made again, with what was missed.
      try await scene.post("missed")
      _ = await scene.agent.sync.open(scene.channel)
      await until { open.channels == [scene.channel] }
      await until { await scene.texts == ["live", "missed"] }
      await scene.agent.sync.pause()
      await until { open.channels.isEmpty }
      await scene.agent.sync.resume()
      await until { open.channels == [scene.channel] }
    }
  }

  @Test("a channel that was set back is fetched anew, and one that the user left elsewhere is left here")
  func setBackAndLeft() async throws {
    try await withAgent { scene in
      try await scene.post("one")
      await until { await scene.texts == ["one"] }
      let channel = scene.channel
      await scene.channels.change { $0.places[channel] = 7 }
      await scene.agent.sync.compareChannels()
      await until { await scene.channels.contents.setBacks == 1 }
      await until { await scene.texts == ["one"] }
      _ = await scene.agent.sync.open(channel)
      await until { scene.server.openChannels.channels == [channel] }
      _ = try await scene.server.send(.DELETE, "/v1/channels/\(channel)/enrolment", token: scene.token)
      await until { await scene.channels.contents.places[channel] == nil }
      await until { scene.server.openChannels.channels.isEmpty }
    }
  }
}
