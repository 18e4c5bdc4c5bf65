import Foundation
import Logging
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// What goes to more than get it in the transaction that stores it.
@Suite("Broadcasts")
struct BroadcastTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let sender = PushSender.token(UUID())

  private func push(
    _ payload: String = "1", to recipient: Recipient = .everyone, by other: PushSender? = nil, collapse: String? = nil
  ) -> StoredPush {
    StoredPush(
      id: UUID(), sender: other ?? sender, recipient: recipient, payload: payload, createdAt: now,
      manner: PushManner(collapseID: collapse))
  }

  @Test(
    "are answered before they are in an inbox, and come into each once and in their order",
    arguments: StorageKind.allCases)
  func spread(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(10, in: storage)
      for payload in ["1", "2"] {
        let push = push(payload)
        #expect(try await crowd.storage.append(push) == .stored(push, [:], count: 10))
        // Whoever does not know asks again.
        #expect(try await crowd.storage.append(push) == .stored(push, [:], count: 10))
      }
      #expect(try await crowd.inboxes() == Array(repeating: [], count: 10))
      #expect(try await crowd.spread() == [4, 4, 2, 4, 4, 2])
      #expect(try await crowd.inboxes() == Array(repeating: ["1", "2"], count: 10))
      #expect(try await crowd.storage.nextBroadcasts() == [])
    }
  }

  @Test("are no broadcasts to spread where few get them", arguments: StorageKind.allCases)
  func few(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(3, in: storage)
      guard case .stored(_, let numbers, count: 3, _) = try await crowd.storage.append(push()) else {
        Issue.record("not stored")
        return
      }
      #expect(Set(numbers.keys) == Set(crowd.users))
      #expect(try await crowd.storage.nextBroadcasts() == [])
    }
  }

  @Test(
    "to few wait behind those to many of their sender; what goes to one user does not", arguments: StorageKind.allCases)
  func order(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(5, in: storage)
      let small = push("2", to: try await crowd.channel(of: 0..<1))
      _ = try await crowd.storage.append(push("1"))
      #expect(try await crowd.storage.append(small) == .stored(small, [:], count: 1))
      _ = try await crowd.storage.append(push("3", to: .alias(crowd.users[0])))
      try await crowd.spread()
      #expect(try await crowd.inboxes() == [["3", "1", "2"]] + Array(repeating: ["1"], count: 4))
    }
  }

  @Test(
    "wait for those of their sender and of their channel alone, also where the two cross",
    arguments: StorageKind.allCases)
  func lines(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(5, in: storage)
      let (other, third) = (PushSender.token(UUID()), PushSender.token(UUID()))
      let (channel, elsewhere) = (try await crowd.channel(of: 0..<2), try await crowd.channel(of: 1..<3))
      let toAll = try await crowd.number(of: push("1"))
      let behindSender = try await crowd.number(of: push("2", to: channel))
      let behindChannel = try await crowd.number(of: push("3", to: channel, by: other))
      #expect(try await crowd.storage.nextBroadcasts().map(\.push) == [toAll])
      // It is there at once, and so is not waiting.
      guard
        case .stored(_, let numbers, count: 2, _) = try await crowd.storage.append(push("4", to: elsewhere, by: third))
      else {
        Issue.record("not stored")
        return
      }
      #expect(Set(numbers.keys) == Set(crowd.users[1..<3]))
      let big = try await crowd.number(of: push("5", by: third))
      for next in [[toAll, big], [behindSender, big], [behindChannel, big]] {
        #expect(try await crowd.storage.nextBroadcasts().map(\.push) == next)
        while case .put(_, let numbers, _) = try await crowd.storage.spread(next[0], limit: 4), !numbers.isEmpty {}
      }
      try await crowd.spread()
      #expect(
        try await crowd.inboxes() == [
          ["1", "2", "3", "5"], ["4", "1", "2", "3", "5"], ["4", "1", "5"], ["1", "5"], ["1", "5"],
        ])
    }
  }

  @Test("stay as they are for those who are still to get them, whatever the others do", arguments: StorageKind.allCases)
  func redactedEarly(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(6, in: storage)
      let push = push()
      _ = try await crowd.storage.append(push)
      // Nobody has it yet, and it is none that nobody has any more.
      try await storage.expireInboxes(before: .distantPast, keeping: 100)
      let number = try #require(try await crowd.storage.nextBroadcasts().first?.push)
      guard case .put(_, let numbers, _) = try await crowd.storage.spread(number, limit: 2) else {
        Issue.record("nothing was spread")
        return
      }
      for user in numbers.keys { _ = try await storage.redact([push.id], of: user) }
      try await storage.expireInboxes(before: .distantPast, keeping: 100)
      try await crowd.spread()
      let inboxes = try await crowd.inboxes()
      for (user, inbox) in zip(crowd.users, inboxes) { #expect(inbox == [numbers[user] == nil ? "1" : nil]) }
    }
  }

  @Test(
    "take the place of an earlier one everywhere, and nothing of their key overtakes them",
    arguments: StorageKind.allCases)
  func collapse(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(5, in: storage)
      for payload in ["1", "2"] { _ = try await crowd.storage.append(push(payload, collapse: "x")) }
      let single = push("3", to: .alias(crowd.users[0]), collapse: "x")
      #expect(try await crowd.storage.append(single) == .stillSpreading)
      try await crowd.spread()
      #expect(try await crowd.inboxes() == Array(repeating: [nil, "2"], count: 5))
      _ = try await crowd.storage.append(single)
      #expect(try await crowd.inboxes()[0] == [nil, nil, "3"])
    }
  }

  @Test(
    "of one sender are taken until enough of them wait, and others' are taken all the same",
    arguments: StorageKind.allCases)
  func bound(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      var direct = try await Crowd(5, in: storage).storage.direct
      direct.waitingLimit = 10
      let bounded = try #require(direct as? any ServerStorage)
      let known = push("1")
      for push in [known, push("2")] { #expect(try await bounded.append(push) == .stored(push, [:], count: 5)) }
      #expect(try await bounded.append(push("3")) == .tooMuchSpreading)
      // What was taken is found again, and what goes to one user waits for nothing.
      #expect(try await bounded.append(known) == .stored(known, [:], count: 5))
      let other = StoredPush(
        id: UUID(), sender: .token(UUID()), recipient: .everyone, payload: "4", createdAt: now)
      #expect(try await bounded.append(other) == .stored(other, [:], count: 5))
      try await Crowd.spread(bounded)
      let late = push("3")
      #expect(try await bounded.append(late) == .stored(late, [:], count: 5))
    }
  }

  @Test("are spread once by several who do so at the same moment", arguments: StorageKind.allCases)
  func atOnce(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(40, in: storage)
      for payload in ["1", "2", "3"] { _ = try await crowd.storage.append(push(payload)) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for limit in 1...4 { group.addTask { try await crowd.spread(by: limit) } }
        try await group.waitForAll()
      }
      #expect(try await crowd.inboxes() == Array(repeating: ["1", "2", "3"], count: 40))
    }
  }

  @Test("reach whoever is connected, also where who was to spread them has ended", .timeLimit(.minutes(1)))
  func streams() async throws {
    let storage = try TestStorage.make()
    var direct = try storage.direct
    direct.audienceAtOnce = 1
    let spreading = try #require(direct as? any ServerStorage)
    func takesOverSoon(_ configuration: inout ServerConfiguration) {
      configuration.broadcastPatience = .milliseconds(200)
    }
    try await RunningServer.run(storage: spreading, configure: takesOverSoon) { server async throws in
      for email in ["ada@example.org", "bob@example.org"] { _ = try await server.addAccount(email) }
      let token = try await server.token()
      let program = try await server.senderToken([.everywhere])
      var stream = try await EventClient(server, token: token, after: "0-0")
      #expect(try await server.push(#"{"n":1}"#, #""to":{"everyone":true},"#, token: program).status == 201)
      #expect(try await stream.next(1).map(\.id) == ["1-0"])
      // Nobody has told this server.
      _ = try await spreading.append(push())
      #expect(try await stream.next(1).map(\.id) == ["2-0"])
    }
  }

  @Test("of one sender are refused with the time to wait while enough of them wait", .timeLimit(.minutes(1)))
  func refused() async throws {
    var direct = try TestStorage.make().direct
    (direct.audienceAtOnce, direct.waitingLimit) = (1, 4)
    let storage = try #require(direct as? any ServerStorage)
    // Nobody tells this server what waits.
    func doesNotLook(_ configuration: inout ServerConfiguration) { configuration.broadcastPatience = .seconds(300) }
    try await RunningServer.run(storage: storage, configure: doesNotLook) { server async throws in
      for email in ["ada@example.org", "bob@example.org"] { _ = try await server.addAccount(email) }
      let (token, id) = (try SessionToken(), UUID())
      try await storage.add(
        StoredSenderToken(id: id, name: "busy", tokenHash: token.hash, scopes: [.everywhere], createdAt: now))
      for payload in ["1", "2"] { _ = try await storage.append(push(payload, by: .token(id))) }
      func send(_ token: String) async throws -> RunningServer.Answer {
        try await server.push("{}", #""to":{"everyone":true},"#, token: token)
      }
      let answer = try await send(token.text)
      #expect(answer.status == 429 && answer.code == .tooManyRequests)
      #expect(answer.headers["Retry-After"] == ["10"])
      #expect(try await send(server.senderToken([.everywhere])).status == 201)
      try await Crowd.spread(storage)
      #expect(try await send(token.text).status == 201)
    }
  }

  #if Postgres
  @Test("that a node of the version before has stored, which names no sender, wait all the same")
  func unnamed() async throws {
    let crowd = try await Crowd(5, in: try PrivateStorage().storage())
    let first = try await crowd.number(of: push("1"))
    let second = try await crowd.number(of: push("2"))
    _ = try await crowd.storage.direct.write { transaction in
      try transaction.execute("DELETE FROM broadcasts WHERE push = ?", [second])
      return try transaction.execute(
        "INSERT INTO broadcasts (push, channelID, position) VALUES (?, NULL, ?)", [second, UUID.beforeAll])
    }
    #expect(try await crowd.storage.nextBroadcasts().map(\.push) == [first])
    try await crowd.spread()
    #expect(try await crowd.inboxes() == Array(repeating: ["1", "2"], count: 5))
  }
  #endif
}
