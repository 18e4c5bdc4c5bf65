import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("The event stream")
struct EventTests {
  private func push(_ server: RunningServer, _ token: String, _ text: String) async throws {
    let answer = try await server.send(
      .POST, "/v1/pushes", body: #"{"payload":{"aps":{"alert":"\#(text)"}}}"#, token: token)
    try #require(answer.status == 201)
  }

  @Test("tells every device of the user what is pushed and decided, in order, and nobody else")
  func live() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      try await server.addAccount("bob@example.org")
      let token = try await server.token()
      let bobs = try await server.token("bob@example.org")
      var laptop = try await EventClient(server, token: token)
      var phone = try await EventClient(server, token: token)
      var other = try await EventClient(server, token: bobs)
      for number in 1...3 { try await push(server, token, "n\(number)") }
      try await push(server, bobs, "bob's")
      let state = try await server.send(.POST, "/v1/inbox/2/state", body: #"{"state":"accepted"}"#, token: token)
      #expect(state.status == 200)
      let events = try await laptop.next(4)
      #expect(events.map(\.name) == ["push", "push", "push", "state"])
      #expect(events.map(\.id) == ["1-0", "2-0", "3-0", "3-1"])
      #expect(try await phone.next(4) == events)
      let item = try events[1].decoded(InboxItem.self)
      #expect(item.sequence == 2 && item.payload == #"{"aps":{"alert":"n2"}}"# && item.state == .pending)
      #expect(try events[3].decoded(InboxChange.self).state == .accepted)
      #expect(try await other.next(1)[0].decoded(InboxItem.self).payload == #"{"aps":{"alert":"bob's"}}"#)
    }
  }

  @Test("goes on after the last event that the client has, and says when that is no longer kept")
  func resuming() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      for number in 1...5 { try await push(server, token, "n\(number)") }
      _ = try await server.send(.POST, "/v1/inbox/1/state", body: #"{"state":"read"}"#, token: token)
      var client = try await EventClient(server, token: token, after: "2-0")
      #expect(try await client.next(4).map(\.id) == ["3-0", "4-0", "5-0", "5-1"])
      try await push(server, token, "n6")
      #expect(try await client.next(1).map(\.id) == ["6-1"])
      try await server.storage.expireInboxes(before: .distantPast, keeping: 2)
      var late = try await EventClient(server, token: token, after: "2-1")
      let events = try await late.next(3)
      #expect(events.map(\.name) == ["gap", "push", "push"] && events.map(\.id) == ["4-1", "5-1", "6-1"])
      #expect(try events[0].decoded(SequenceBounds.self) == SequenceBounds(first: 5, highest: 6))
    }
  }

  @Test("refuses an id that it never gave", arguments: ["7-0", "0-1", "x", "1", "-1-0", "01-0", "1-0-0"])
  func unknownID(id: String) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      let client = try await EventClient(server, token: token, after: id)
      #expect(client.status == 422)
    }
  }

  @Test("gives many clients everything exactly once while many send")
  func many() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<20 {
          group.addTask {
            var client = try await EventClient(server, token: token, after: "0-0")
            return try await client.next(200).map(\.id)
          }
        }
        for sender in 0..<4 {
          group.addTask {
            for number in 0..<50 { try await self.push(server, token, "\(sender) \(number)") }
            return []
          }
        }
        for try await ids in group where !ids.isEmpty { #expect(ids == (1...200).map { "\($0)-0" }) }
      }
    }
  }

  @Test("is kept alive")
  func heartbeat() async throws {
    let configure: (inout ServerConfiguration) -> Void = { $0.heartbeat = .milliseconds(20) }
    try await RunningServer.run(configure: configure) { server async throws in
      try await server.addAccount()
      var client = try await EventClient(server, token: try await server.token())
      #expect(try await client.nextBlock() == nil)
    }
  }
}
