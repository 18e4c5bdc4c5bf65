import Foundation
import Logging
import ServerAPI
import Testing

@testable import VaultServer

/// What goes to more than get it in the transaction that stores it.
@Suite("Broadcasts")
struct BroadcastTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let sender = PushSender.token(UUID())

  /// Users, of whom three get a push at once.
  private struct Crowd {
    let storage: any ServerStorage
    let users: [UUID]

    init(_ count: Int, in storage: any ServerStorage) async throws {
      var direct = try storage.direct
      direct.audienceAtOnce = 3
      self.storage = try #require(direct as? any ServerStorage)
      users = (0..<count).map { _ in UUID() }
      for (number, id) in users.enumerated() {
        let email = try #require(EmailAddress("p\(number)@example.org"))
        try await storage.add(
          StoredAccount(id: id, email: email, passwordHash: "", createdAt: Date(timeIntervalSince1970: 0)))
      }
    }

    /// What each user has, by the payloads, in the order of their numbers.
    func inboxes() async throws -> [[String?]] {
      var all: [[String?]] = []
      for user in users {
        let page = try await storage.inbox(of: user, after: 0, limit: 100, now: .distantPast)
        #expect(page.items.map(\.sequence) == page.items.indices.map { Int64($0) + 1 })
        all.append(page.items.map(\.payload))
      }
      return all
    }

    /// Spreads all that there is.
    ///
    /// - Returns: how many inboxes each step has put it into.
    @discardableResult func spread(by limit: Int = 4) async throws -> [Int] {
      var steps: [Int] = []
      while case .put(_, let numbers, _)? = try await storage.spread(limit: limit) { steps.append(numbers.count) }
      return steps
    }
  }

  private func push(
    _ payload: String = "1", to recipient: Recipient = .everyone, collapse: String? = nil
  ) -> StoredPush {
    StoredPush(
      id: UUID(), sender: sender, recipient: recipient, payload: payload, createdAt: now,
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
      #expect(try await crowd.storage.firstBroadcast() == nil)
      #expect(try await crowd.storage.spread(limit: 4) == nil)
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
      #expect(try await crowd.storage.firstBroadcast() == nil)
    }
  }

  @Test("to few wait behind those to many; what goes to one user does not", arguments: StorageKind.allCases)
  func order(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(5, in: storage)
      let channel = StoredChannel(id: UUID(), title: "News", description: "", createdAt: now)
      try await storage.add(channel)
      _ = try await storage.enrol(crowd.users[0], in: channel.id, at: now)
      let small = push("2", to: .channel(channel.id))
      _ = try await crowd.storage.append(push("1"))
      #expect(try await crowd.storage.append(small) == .stored(small, [:], count: 1))
      _ = try await crowd.storage.append(push("3", to: .alias(crowd.users[0])))
      try await crowd.spread()
      #expect(try await crowd.inboxes() == [["3", "1", "2"]] + Array(repeating: ["1"], count: 4))
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
      guard case .put(_, let numbers, _)? = try await crowd.storage.spread(limit: 2) else {
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
      while case .put? = try await bounded.spread(limit: 4) {}
      let late = push("3")
      #expect(try await bounded.append(late) == .stored(late, [:], count: 5))
    }
  }

  @Test("are spread once by several who do so at the same moment", arguments: StorageKind.allCases)
  func atOnce(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(40, in: storage)
      for payload in ["1", "2", "3"] { _ = try await crowd.storage.append(push(payload)) }
      while try await crowd.storage.firstBroadcast() != nil {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for limit in 1...4 { group.addTask { try await crowd.spread(by: limit) } }
          try await group.waitForAll()
        }
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
}
