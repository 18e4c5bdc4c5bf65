import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Notices of decisions")
struct DecisionNoticeTests {
  private static let task = #"{"aps":{"alert":{"title":"Water the plants"}},"kind":"task"}"#

  private struct Hint: Decodable, Equatable {
    struct APS: Decodable, Equatable { let alert: String }
    let aps: APS
    let kind: String
    let proposal: UUID
  }

  /// Bob proposes to Ada, who follows him: her second item. His first tells that she does.
  private func withProposal(_ body: (Town, UUID) async throws -> Void) async throws {
    try await Town.run { town async throws in
      try await town.follow(town.bob, by: town.ada)
      let push = try await town.push(Self.task, to: town.ada, by: town.bob).decoded(Push.self).id
      try await body(town, push)
    }
  }

  private func hints(of citizen: Town.Citizen, _ town: Town) async throws -> [InboxItem] {
    try await town.items(of: citizen).filter { $0.payload?.contains(#""kind":"decision""#) == true }
  }

  @Test("tell the proposer who decided what, once, and name the proposal", arguments: [InboxState.accepted, .rejected])
  func telling(_ decision: InboxState) async throws {
    try await withProposal { town, push async throws in
      for answer in [decision, .accepted, .rejected] { try await town.decide(1, answer, by: town.ada) }
      let items = try await hints(of: town.bob, town)
      #expect(items.count == 1 && items[0].expiresAt == nil)
      #expect(items[0].sender == ItemSender(kind: .person, name: "ada", id: town.ada.id))
      let hint = try JSONDecoder().decode(Hint.self, from: Data((items[0].payload ?? "").utf8))
      let did = decision == .accepted ? "accepted" : "declined"
      #expect(hint == Hint(aps: .init(alert: "ada \(did): Water the plants"), kind: "decision", proposal: push))
      #expect(try await hints(of: town.ada, town).isEmpty)
    }
  }

  @Test("follow no reading, and no notice is itself decided about in another one")
  func noLoop() async throws {
    try await withProposal { town, _ async throws in
      try await town.decide(1, .read, by: town.ada)
      #expect(try await hints(of: town.bob, town).isEmpty)
      try await town.decide(1, .accepted, by: town.ada)
      let hint = try #require(try await hints(of: town.bob, town).first)
      let count = try await town.items(of: town.ada).count
      try await town.decide(hint.sequence, .accepted, by: town.bob)
      #expect(try await town.items(of: town.ada).count == count)
      #expect(try await town.sent(by: town.ada) == SentPushes())
    }
  }

  @Test("are for people alone: nobody is told of what they sent themselves, no administrator and no program")
  func others() async throws {
    try await Town.run { town async throws in
      _ = try await town.push(Self.task, to: town.ada, by: town.ada)
      _ = try await town.server.storage.setAdministrator(email: town.bob.email, to: true)
      _ = try await town.push(Self.task, to: town.ada, by: town.bob)
      let program = try await town.server.senderToken([.everywhere])
      _ = try await town.server.push(Self.task, #""to":{"alias":"\#(town.ada.id)"},"#, token: program)
      for number in 1...3 { try await town.decide(Int64(number), .accepted, by: town.ada) }
      #expect(try await town.items(of: town.ada).count == 3)
      #expect(try await town.items(of: town.bob).isEmpty)
      let list = try await town.server.send(.GET, "/v1/pushes", token: program).decoded(SentPushes.self)
      #expect(list.pushes.map(\.state) == [.accepted])
      #expect(try await town.sent(by: town.bob).pushes.map(\.state) == [.accepted])
    }
  }

  @Test("come neither from whom the proposer blocks nor to whom the one who decides blocks, then or later")
  func blocks() async throws {
    for blocker in ["proposer", "recipient"] {
      try await withProposal { town, _ async throws in
        try await town.acknowledge(through: 1)
        let (by, whom) = blocker == "proposer" ? (town.bob, town.ada) : (town.ada, town.bob)
        try await town.block(whom, by: by)
        try await town.decide(1, .accepted, by: town.ada)
        try await town.change(.DELETE, "blocks", whom, by: by)
        #expect(try await hints(of: town.bob, town).isEmpty, "\(blocker)")
        let state = try await town.sent(by: town.bob).pushes.map(\.state)
        #expect(state == [blocker == "proposer" ? .accepted : .open])
      }
    }
  }

  @Test("go when their recipient blocks who decided before a device has them")
  func hiding() async throws {
    try await withProposal { town, _ async throws in
      try await town.decide(1, .accepted, by: town.ada)
      try await town.block(town.ada, by: town.bob)
      #expect(try await hints(of: town.bob, town).isEmpty)
      #expect(try await town.items(of: town.bob).last?.redacted == true)
    }
  }

  @Test("count in no limit: as many proposals as ever may be sent to who has them")
  func limit() async throws {
    try await withProposal { town, _ async throws in
      try await town.follow(town.ada, by: town.bob)
      for number in 2...60 {
        _ = try await town.push(Self.task, to: town.ada, by: town.bob)
        try await town.decide(Int64(number + 1), .accepted, by: town.ada)
      }
      #expect(try await hints(of: town.bob, town).count >= 59)
      #expect(try await town.push(Self.task, to: town.bob, by: town.ada).status == 201)
    }
  }

  @Test("are told of nothing that comes too late, and of what somebody decides who does not follow any more")
  func lateness() async throws {
    try await Town.run { town async throws in
      try await town.follow(town.bob, by: town.ada)
      _ = try await town.push(Self.task, to: town.ada, by: town.bob, expiresIn: 60)
      _ = try await town.push(Self.task, to: town.ada, by: town.bob)
      town.server.clock.advance(by: .seconds(60))
      let late = try await town.server.send(
        .POST, "/v1/inbox/1/state", body: #"{"state":"accepted"}"#, token: town.ada.token)
      #expect(late.code == .expired)
      try await town.change(.DELETE, "follows", town.bob, by: town.ada)
      try await town.decide(2, .rejected, by: town.ada)
      #expect(try await hints(of: town.bob, town).count == 1)
      #expect(try await town.sent(by: town.bob).pushes.map(\.state) == [.rejected, .expired])
    }
  }

  @Test("of an account that is gone are for nobody, and the decision stands")
  func removal() async throws {
    try await withProposal { town, _ async throws in
      #expect(try await town.server.storage.removeAccount(email: town.bob.email))
      try await town.decide(1, .accepted, by: town.ada)
      #expect(try await town.items(of: town.ada)[0].state == .accepted)
    }
  }

  @Test(
    "name the proposal by the first line that is seen, cut where it is long",
    arguments: [
      (#"{"aps":{"alert":"Tea\nSix o'clock"}}"#, "Tea"), (#"{"aps":{"alert":{"body":"\n \nTea"}}}"#, "Tea"),
      (#"{"aps":{"alert":{"title":" ","body":"Tea"}}}"#, "Tea"), (#"{"aps":{"alert":{"title":"Tea"}}}"#, "Tea"),
      ("{}", nil), ("", nil), (#"{"aps":7}"#, nil), (#"{"aps":{"alert":["x"]}}"#, nil), ("[", nil),
      (#"{"aps":{"alert":"\#(String(repeating: "x", count: 301))"}}"#, String(repeating: "x", count: 300) + "…"),
      (#"{"aps":{"alert":"\#(String(repeating: "ä", count: 200))"}}"#, String(repeating: "ä", count: 150) + "…"),
    ])
  func titles(_ payload: String, _ title: String?) {
    #expect(PayloadTitle.text(in: payload) == title)
  }
}
