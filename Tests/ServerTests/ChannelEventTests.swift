import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

extension JoinedChannel {
  fileprivate func open(
    _ device: String = laptop, after id: String? = nil, channel other: UUID? = nil
  ) async throws -> EventClient {
    try await EventClient(
      server, "/v1/channels/\(other ?? channel)/events?device=\(device)", token: token, after: id)
  }
}

@Suite("A channel's stream")
struct ChannelEventTests {
  @Test("tells every device that has the channel open what is written, in order")
  func live() async throws {
    try await JoinedChannel.run { scene async throws in
      var laptop = try await scene.open()
      var phone = try await scene.open("phone-phone-phone")
      for number in 1...3 { try await scene.post("n\(number)") }
      let events = try await laptop.next(3)
      #expect(events.map(\.name) == ["message", "message", "message"] && events.map(\.id) == ["1", "2", "3"])
      #expect(try events.map { try $0.decoded(ChannelMessage.self).text } == ["n1", "n2", "n3"])
      #expect(try await phone.next(3) == events)
    }
  }

  @Test("goes on after the last message that the client has, and says when that is no longer kept")
  func resuming() async throws {
    try await JoinedChannel.run { scene async throws in
      for number in 1...5 { try await scene.post("n\(number)") }
      var client = try await scene.open(after: "3")
      #expect(try await client.next(2).map(\.id) == ["4", "5"])
      try await scene.post("n6")
      #expect(try await client.next(1).map(\.id) == ["6"])
      try await scene.server.storage.expireMessages(before: .distantPast, keeping: 2)
      var late = try await scene.open("phone-phone-phone", after: "1")
      let events = try await late.next(3)
      #expect(events.map(\.name) == ["gap", "message", "message"] && events.map(\.id) == ["4", "5", "6"])
      #expect(try events[0].decoded(SequenceBounds.self) == SequenceBounds(first: 5, highest: 6))
    }
  }

  @Test("gives many clients everything exactly once while many write")
  func many() async throws {
    try await JoinedChannel.run { scene async throws in
      let devices = (0..<20).map { "device-number-\($0 + 100)" }
      for device in devices { try await scene.server.register(device: device, token: scene.token) }
      try await withThrowingTaskGroup(of: [String].self) { tasks in
        for device in devices {
          tasks.addTask {
            var client = try await scene.open(device, after: "0")
            return try await client.next(100).map(\.id)
          }
        }
        for sender in 0..<4 {
          tasks.addTask {
            for number in 0..<25 { try await scene.post("\(sender) \(number)") }
            return []
          }
        }
        for try await ids in tasks where !ids.isEmpty { #expect(ids == (1...100).map(String.init)) }
      }
    }
  }

  @Test("a device has one channel open: another ends the first, which is told so")
  func oneForEachDevice() async throws {
    try await JoinedChannel.run { scene async throws in
      var first = try await scene.open()
      var other = try await scene.open("phone-phone-phone")
      // Only what is written to it shows that a stream has begun.
      try await scene.post("n1")
      #expect(try await first.next(1).map(\.id) == ["1"])
      var second = try await scene.open(after: "0")
      #expect(try await second.next(1).map(\.id) == ["1"])
      let last = try await first.next(1)[0]
      #expect(last.name == "closed" && last.id.isEmpty)
      #expect(try last.decoded(ChannelClosing.self).reason == .replaced)
      await #expect(throws: (any Error).self) { try await first.next(1) }
      try await scene.post("n2")
      #expect(try await second.next(1).map(\.id) == ["2"])
      #expect(try await other.next(2).map(\.id) == ["1", "2"])
    }
  }

  @Test("who leaves a channel loses its streams")
  func leaving() async throws {
    try await JoinedChannel.run { scene async throws in
      try await scene.post("n1")
      var client = try await scene.open(after: "0")
      #expect(try await client.next(1).map(\.id) == ["1"])
      _ = try await scene.server.send(.DELETE, "/v1/channels/\(scene.channel)/enrolment", token: scene.token)
      #expect(try await client.next(1)[0].decoded(ChannelClosing.self).reason == .left)
      await #expect(throws: (any Error).self) { try await client.next(1) }
    }
  }

  @Test("refuses who is not enrolled, devices that are none of the user's, and ids that it never gave")
  func refusals() async throws {
    try await JoinedChannel.run { scene async throws in
      let other = try await scene.server.addChannel("Other")
      #expect(try await scene.open(channel: other).status == 403)
      #expect(try await scene.open(channel: UUID()).status == 404)
      #expect(try await scene.open("nobody-nobody-nobody").status == 404)
      for device in ["", "short", "laptop-laptop-laptop%00"] { #expect(try await scene.open(device).status == 422) }
      for id in ["1", "-1", "x", "01", "0-0", "99999999999999999999"] {
        #expect(try await scene.open(after: id).status == 422)
      }
    }
  }

  @Test("is kept alive")
  func heartbeat() async throws {
    let configure: (inout ServerConfiguration) -> Void = { $0.heartbeat = .milliseconds(20) }
    try await JoinedChannel.run(configure: configure) { scene async throws in
      var client = try await scene.open()
      #expect(try await client.nextBlock() == nil)
    }
  }

  @Test("the others who are enrolled are told of new messages on their own stream, the first at once and many as one")
  func news() async throws {
    try await JoinedChannel.run { scene async throws in
      let server = scene.server
      let bob = try await server.addAccount("bob@example.org")
      _ = try await server.storage.enrol(bob.id, in: scene.channel, at: server.clock.now)
      try await server.addAccount("eve@example.org")
      var stream = try await EventClient(server, token: try await server.token("bob@example.org"), after: "0-0")
      var stranger = try await EventClient(server, token: try await server.token("eve@example.org"), after: "0-0")
      for number in 1...20 { try await scene.post("n\(number)") }
      var highest: [Int64] = []
      while highest.last != 20 {
        let event = try await stream.next(1)[0]
        #expect(event.name == "channel" && event.id.isEmpty)
        let news = try event.decoded(ChannelNews.self)
        #expect(news.channel == scene.channel)
        highest.append(news.highest)
      }
      #expect(highest.count < 20 && highest == highest.sorted())
      _ = try await server.push(token: try await server.token("eve@example.org"))
      #expect(try await stranger.next(1)[0].name == "push", "what comes first is no news of the channel")
    }
  }
}
