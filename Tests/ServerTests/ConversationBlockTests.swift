import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Blocks in conversations, and their limit")
struct ConversationBlockTests {
  /// Ada and Bob follow each other.
  private func withContacts(
    storage: (any ServerStorage)? = nil, _ body: (Town) async throws -> Void
  ) async throws {
    try await Town.run(storage: storage) { town async throws in
      try await town.befriend(town.ada, town.bob)
      try await body(town)
    }
  }

  /// What somebody is told, but for ids and times.
  private func plain(_ answer: RunningServer.Answer) -> String {
    String(decoding: answer.body, as: UTF8.self)
      .replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "ID")
      .replacing(/"epoch":"[0-9a-z]+"/, with: #""epoch":"EPOCH""#)
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME") + " \(answer.status)"
  }

  /// What Bob sees who begins a conversation, repeats himself, and reads.
  private func whatBobSees(_ town: Town) async throws -> [String] {
    var seen: [RunningServer.Answer] = []
    let id = UUID()
    for text in ["n1", "n1", "other"] { seen.append(try await town.write(text, to: town.ada, by: town.bob, id: id)) }
    seen.append(try await town.write("n2", to: town.ada, by: town.bob))
    for path in ["conversations", "channels/\(town.ada.id)/messages", "people", "sequences"] {
      seen.append(try await town.server.send(.GET, "/v1/\(path)", token: town.bob.token))
    }
    return seen.map(plain)
  }

  @Test(
    "are silent: a conversation that the blocked one begins and goes on with is answered as ever, and is nowhere else")
  func silence() async throws {
    var answers: [[String]] = []
    for isBlocked in [false, true] {
      try await withContacts { town async throws in
        if isBlocked { try await town.block(town.bob, by: town.ada) }
        answers.append(try await whatBobSees(town))
        let hers = try await town.messages(of: town.ada, with: town.bob)
        #expect(hers.map(\.text) == (isBlocked ? [] : ["n1", "n2"]))
        #expect(try await town.conversations(of: town.ada).conversations.isEmpty == isBlocked)
      }
    }
    #expect(answers[0] == answers[1])
  }

  @Test("leave no gap: who blocks has the numbers 1, 2, 3 of what is there, and what was withheld never comes")
  func numbers() async throws {
    try await withContacts { town async throws in
      try await town.write("a", to: town.ada, by: town.bob)
      try await town.block(town.bob, by: town.ada)
      for number in 1...5 { try await town.write("withheld \(number)", to: town.ada, by: town.bob) }
      // Who has blocked somebody still writes to them.
      try await town.write("b", to: town.bob, by: town.ada)
      try await town.change(.DELETE, "blocks", town.bob, by: town.ada)
      try await town.write("c", to: town.ada, by: town.bob)
      let hers = try await town.messages(of: town.ada, with: town.bob)
      #expect(hers.map(\.text) == ["a", "b", "c"] && hers.map(\.sequence) == [1, 2, 3])
      let his = try await town.messages(of: town.bob, with: town.ada)
      #expect(his.map(\.text) == ["a"] + (1...5).map { "withheld \($0)" } + ["b", "c"])
      #expect(his.map(\.sequence) == Array(1...8))
    }
  }

  @Test("hold for messages that are on their way: of 50 with a block among them none comes after it was answered")
  func race() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let storage = try SQLiteStorage(path: directory + "/vault-server.sqlite")
      try await withContacts(storage: storage) { town async throws in
        let atBlock = try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 1...50 {
            group.addTask { try await town.write("n\(number)", to: town.ada, by: town.bob).status }
          }
          for _ in 1...10 { #expect(try await group.next() == 201) }
          try await town.block(town.bob, by: town.ada)
          let count = try await town.messages(of: town.ada, with: town.bob).count
          for try await status in group { #expect(status == 201) }
          return count
        }
        let hers = try await town.messages(of: town.ada, with: town.bob)
        #expect(
          hers.count == atBlock && hers.count >= 10 && hers.map(\.sequence) == (1...Int64(hers.count)).map(\.self))
        let his = try await town.messages(of: town.bob, with: town.ada)
        #expect(his.map(\.sequence) == Array(1...50) && Set(his.map(\.text)).count == 50)
        #expect(Array(his.map(\.text).prefix(hers.count)) == hers.map(\.text))
      }
    }
  }

  @Test("do not move where the limit begins: at the newest message of the other one that came")
  func answered() async throws {
    try await withContacts { town async throws in
      func answered(_ owner: Town.Citizen, by partner: Town.Citizen) async throws -> Int64? {
        try await town.server.storage.direct.write {
          try $0.value("SELECT answered FROM channels WHERE owner = ? AND partner = ?", [owner.id, partner.id])
        }
      }
      for text in ["a", "b"] { try await town.write(text, to: town.bob, by: town.ada) }
      #expect(try await answered(town.ada, by: town.bob) == 0)
      #expect(try await answered(town.bob, by: town.ada) == 2)
      for text in ["c", "d"] { try await town.write(text, to: town.ada, by: town.bob) }
      #expect(try await answered(town.ada, by: town.bob) == 4)
      #expect(try await answered(town.bob, by: town.ada) == 2)
      try await town.block(town.bob, by: town.ada)
      try await town.write("withheld", to: town.ada, by: town.bob)
      #expect(try await answered(town.ada, by: town.bob) == 4)
      try await town.write("e", to: town.bob, by: town.ada)
      #expect(try await answered(town.bob, by: town.ada) == 6)
    }
  }

  /// Stores messages without the network, whose rate is limited.
  private func store(_ count: Int, to user: Town.Citizen, by citizen: Town.Citizen, _ town: Town) async throws -> Bool {
    for _ in 0..<count {
      let message = ChannelMessage(
        sequence: 0, id: UUID(), sender: citizen.id, senderName: "x", text: "x", receivedAt: town.server.clock.now)
      guard case .stored = try await town.server.storage.append(message, toUser: user.id) else { return false }
    }
    return true
  }

  @Test(
    "count towards the limit of what waits for an answer, which an answer lifts, and a week", arguments: [false, true])
  func limit(_ isBlocked: Bool) async throws {
    try await withContacts { town async throws in
      let count = ServerLimits.unansweredMessageCount
      #expect(try await store(1, to: town.bob, by: town.ada, town))
      #expect(try await store(count / 2, to: town.ada, by: town.bob, town))
      if isBlocked { try await town.block(town.bob, by: town.ada) }
      #expect(try await store(count - count / 2, to: town.ada, by: town.bob, town))
      let refused = try await town.write("one more", to: town.ada, by: town.bob)
      #expect(refused.code == .tooManyRequests && refused.headers.first(name: "Retry-After") == "600")
      // The other one has as many of their own.
      #expect(try await town.write("an answer", to: town.bob, by: town.ada).status == 201)
      #expect(try await town.write("one more", to: town.ada, by: town.bob).status == 201)
      #expect(try await store(count - 1, to: town.ada, by: town.bob, town))
      #expect(try await town.write("too many", to: town.ada, by: town.bob).code == .tooManyRequests)
      town.server.clock.advance(by: .seconds(Int(ServerLimits.unansweredSeconds)))
      #expect(try await town.write("a week later", to: town.ada, by: town.bob).status == 201)
      #expect(try await town.messages(of: town.ada, with: town.bob).isEmpty == false)
    }
  }
}
