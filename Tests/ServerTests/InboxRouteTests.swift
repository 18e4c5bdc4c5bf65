import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("The inbox")
struct InboxRouteTests {
  private static let laptop = "laptop-laptop-laptop"

  private func withPushes(_ count: Int, _ body: (RunningServer, String) async throws -> Void) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      try await server.register(device: Self.laptop, token: token)
      for number in 0..<count { _ = try await server.push(#"{"n":\#(number)}"#, token: token) }
      try await body(server, token)
    }
  }

  private func set(
    _ state: String, _ sequence: String, _ server: RunningServer, _ token: String, device: String? = nil
  ) async throws -> RunningServer.Answer {
    let named = device.map { #","device":"\#($0)""# } ?? ""
    return try await server.send(
      .POST, "/v1/inbox/\(sequence)/state", body: #"{"state":"\#(state)"\#(named)}"#, token: token)
  }

  @Test("pages go on where the last one ended")
  func pages() async throws {
    try await withPushes(5) { server, token async throws in
      let first = try await server.send(.GET, "/v1/inbox?limit=3", token: token).decoded(InboxPage.self)
      let rest = try await server.send(.GET, "/v1/inbox?after=3&limit=3", token: token).decoded(InboxPage.self)
      #expect(first.items.map(\.sequence) == [1, 2, 3] && rest.items.map(\.sequence) == [4, 5])
      #expect(rest.bounds == SequenceBounds(first: 1, highest: 5))
      let sequences = try await server.send(.GET, "/v1/sequences", token: token).decoded(Sequences.self)
      let epoch = try await server.storage.epoch()
      #expect(sequences == Sequences(inbox: rest.bounds, changes: 0, epoch: epoch))
    }
  }

  @Test("what went to a channel or to everyone says so, on its page and in the stream")
  func broadcast() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      let program = try await server.senderToken([.everywhere])
      _ = try await server.push(#"{"n":1}"#, token: token)
      _ = try await server.push(#"{"n":2}"#, #""to":{"everyone":true},"#, token: program)
      let page = try await server.send(.GET, "/v1/inbox", token: token).decoded(InboxPage.self)
      #expect(page.items.map(\.broadcast) == [nil, true])
    }
  }

  @Test(
    "pages that can't be are refused",
    arguments: [
      "after=-1", "after=x", "after=", "after=99999999999999999999", "after=1.5", "after=0x1", "after=%00", "limit=0",
      "limit=501", "limit=-1", "limit=9223372036854775808",
    ])
  func invalidPages(_ query: String) async throws {
    try await withPushes(0) { server, token async throws in
      for path in ["/v1/inbox", "/v1/inbox/changes"] {
        #expect(try await server.send(.GET, "\(path)?\(query)", token: token).code == .invalidField)
      }
    }
  }

  @Test("the first decision wins, and a later one is told which that was")
  func decision() async throws {
    try await withPushes(1) { server, token async throws in
      let accepted = try await set("accepted", "1", server, token, device: Self.laptop)
      server.clock.advance(by: .seconds(5))
      let rejected = try await set("rejected", "1", server, token)
      #expect(accepted.status == 200 && rejected.status == 200 && accepted.body == rejected.body)
      #expect(try rejected.decoded(InboxChange.self).device == "laptop")
      let changes = try await server.send(.GET, "/v1/inbox/changes", token: token).decoded(InboxChanges.self)
      #expect(changes.changes.map(\.state) == [.accepted])
    }
  }

  @Test("a decision that comes when the push is over is refused, changes nothing, and is told to nobody")
  func tooLate() async throws {
    try await withPushes(0) { server, token async throws in
      let push = try await server.push("{}", #""expiresIn":10,"#, token: token).decoded(Push.self)
      server.clock.advance(by: .seconds(11))
      for decision in ["accepted", "rejected"] {
        let late = try await set(decision, "1", server, token, device: Self.laptop)
        #expect(late.status == 409 && late.code == .expired)
      }
      #expect(try await set("displayed", "1", server, token, device: Self.laptop).status == 204)
      #expect(try await set("read", "1", server, token).status == 200)
      let changes = try await server.send(.GET, "/v1/inbox/changes", token: token).decoded(InboxChanges.self)
      #expect(changes.changes.map(\.state) == [.read])
      let status = try await server.send(.GET, "/v1/pushes/\(push.id)", token: token).decoded(PushStatus.self)
      #expect(status.deliveries.map(\.state) == [.expired])
    }
  }

  @Test("of many who decide at once one is first, and all are told the same")
  func race() async throws {
    try await withPushes(1) { server, token async throws in
      let states = try await withThrowingTaskGroup(of: InboxState.self) { tasks in
        for number in 0..<20 {
          tasks.addTask {
            let answer = try await self.set(number.isMultiple(of: 2) ? "accepted" : "rejected", "1", server, token)
            return try answer.decoded(InboxChange.self).state
          }
        }
        return try await tasks.reduce(into: Set<InboxState>()) { $0.insert($1) }
      }
      #expect(states.count == 1)
      #expect(try await server.send(.GET, "/v1/sequences", token: token).decoded(Sequences.self).changes == 1)
    }
  }

  @Test("the state of another's item, or of none, is nobody's to set")
  func anothers() async throws {
    try await withPushes(1) { server, token async throws in
      try await server.addAccount("bob@example.org")
      let bob = try await server.token("bob@example.org")
      for state in ["displayed", "read", "accepted"] {
        let answer = try await set(state, "1", server, bob, device: Self.laptop)
        #expect(answer.status == 404 && answer.code == .notFound)
      }
      for sequence in ["2", "0", "-1", "x", "%31", "99999999999999999999", "%2e%2e"] {
        #expect(try await set("read", sequence, server, token).code == .notFound)
      }
      #expect(try await server.send(.GET, "/v1/inbox", token: token).decoded(InboxPage.self).items[0].state == .pending)
    }
  }

  @Test("a state that nobody sets is refused", arguments: ["stored", "delivered", "expired", "pending", "nonsense"])
  func invalidStates(_ state: String) async throws {
    try await withPushes(1) { server, token async throws in
      #expect(try await set(state, "1", server, token).code == .invalidField)
      #expect(try await set("displayed", "1", server, token).code == .invalidField, "displayed names no device")
    }
  }

  @Test("acknowledging beyond the highest acknowledges the highest and nothing that comes later")
  func acknowledgement() async throws {
    try await withPushes(1) { server, token async throws in
      let body = #"{"device":"\#(Self.laptop)","through":9223372036854775807}"#
      #expect(try await server.send(.POST, "/v1/inbox/acknowledgement", body: body, token: token).status == 204)
      let push = try await server.push(token: token).decoded(Push.self)
      let status = try await server.send(.GET, "/v1/pushes/\(push.id)", token: token).decoded(PushStatus.self)
      #expect(status.deliveries.map(\.state) == [.stored])
    }
  }

  @Test(
    "an acknowledgement that is none is refused",
    arguments: [
      #"{"through":1}"#, #"{"device":"laptop-laptop-laptop"}"#, #"{"device":"laptop-laptop-laptop","through":1.5}"#,
      #"{"device":"laptop-laptop-laptop","through":1e400}"#, #"{"device":7,"through":1}"#,
      #"{"device":"laptop-laptop-laptop","through":99999999999999999999}"#,
    ])
  func invalidAcknowledgement(_ body: String) async throws {
    try await withPushes(0) { server, token async throws in
      #expect(
        try await server.send(.POST, "/v1/inbox/acknowledgement", body: body, token: token).code == .invalidField)
    }
  }
}
