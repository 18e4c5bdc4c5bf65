import Foundation
import GRDB
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Headers of APNs")
struct CollapseTests {
  private func withAda(_ body: (RunningServer, String) async throws -> Void) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      try await body(server, try await server.token())
    }
  }

  private func push(
    _ payload: String = "{}", _ members: String = "", _ headers: [String: String], _ server: RunningServer,
    _ token: String
  ) async throws -> RunningServer.Answer {
    try await server.send(
      .POST, "/v1/pushes", body: #"{\#(members)"payload":\#(payload)}"#, token: token, headers: headers)
  }

  private func items(_ server: RunningServer, _ token: String) async throws -> [InboxItem] {
    try await server.send(.GET, "/v1/inbox", token: token).decoded(InboxPage.self).items
  }

  @Test("a push takes the place of its sender's newest with the same id, which keeps its number and is over")
  func collapse() async throws {
    try await withAda { server, token async throws in
      let headers = ["apns-collapse-id": "build"]
      let first = try await push(#"{"n":1}"#, headers, server, token).decoded(Push.self)
      #expect(first.collapseID == "build")
      _ = try await push(#"{"n":2}"#, ["apns-collapse-id": "other"], server, token)
      _ = try await push(#"{"n":3}"#, headers, server, token)
      var found = try await items(server, token)
      #expect(found.map(\.sequence) == [1, 2, 3] && found.map(\.replaced) == [true, nil, nil])
      #expect(found.map(\.payload) == [nil, #"{"n":2}"#, #"{"n":3}"#])
      let changes = try await server.send(.GET, "/v1/inbox/changes", token: token).decoded(InboxChanges.self).changes
      #expect(changes.map(\.sequence) == [1] && changes.map(\.replaced) == [true] && changes.map(\.state) == [.pending])
      let status = try await server.send(.GET, "/v1/pushes/\(first.id)", token: token).decoded(PushStatus.self)
      #expect(status.deliveries.map(\.state) == [.expired])
      let late = try await server.send(.POST, "/v1/inbox/1/state", body: #"{"state":"accepted"}"#, token: token)
      #expect(late.code == .expired, "\(late)")
      _ = try await push(#"{"n":4}"#, headers, server, token)
      found = try await items(server, token)
      #expect(found.map(\.replaced) == [true, nil, true, nil])
    }
  }

  @Test("the text that no recipient has any more is erased, and what one has decided about is kept")
  func erased() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let path = directory + "/vault-server.sqlite"
      try await RunningServer.run(storage: try SQLiteStorage(path: path)) { server async throws in
        try await server.addAccount()
        try await server.addAccount("bob@example.org")
        let (ada, bob) = (try await server.token(), try await server.token("bob@example.org"))
        let program = try await server.senderToken([.everywhere])
        let (everyone, headers) = (#""to":{"everyone":true},"#, ["apns-collapse-id": "x"])
        for number in 1...3 {
          _ = try await push(#"{"n":\#(number)}"#, everyone, headers, server, program)
          guard number == 2 else { continue }
          _ = try await server.send(.POST, "/v1/inbox/2/state", body: #"{"state":"rejected"}"#, token: bob)
        }
        #expect(try await items(server, ada).map(\.payload) == [nil, nil, #"{"n":3}"#])
        #expect(try await items(server, bob).map(\.payload) == [nil, #"{"n":2}"#, #"{"n":3}"#])
        let stored = try await DatabaseQueue(path: path).read {
          try String.fetchAll($0, sql: "SELECT payload FROM pushes ORDER BY number")
        }
        #expect(stored == ["", #"{"n":2}"#, #"{"n":3}"#])
      }
    }
  }

  @Test("what is decided stays, and so does what another sender, another device or nobody's id sent")
  func kept() async throws {
    try await withAda { server, token async throws in
      let headers = ["apns-collapse-id": "build"]
      try await server.register(device: "laptop-laptop-laptop", token: token)
      let program = try await server.senderToken([.everywhere])
      _ = try await push(#"{"n":1}"#, headers, server, token)
      _ = try await server.send(.POST, "/v1/inbox/1/state", body: #"{"state":"accepted"}"#, token: token)
      _ = try await push(#"{"n":2}"#, #""to":{"everyone":true},"#, headers, server, program)
      _ = try await push(#"{"n":3}"#, #""to":{"device":"laptop-laptop-laptop"},"#, headers, server, token)
      _ = try await push(#"{"n":4}"#, [:], server, token)
      _ = try await push(#"{"n":5}"#, headers, server, token)
      #expect(try await items(server, token).map(\.replaced) == [nil, nil, nil, nil, nil])
      _ = try await push(#"{"n":6}"#, #""to":{"everyone":true},"#, headers, server, program)
      #expect(try await items(server, token).map(\.replaced) == [nil, true, nil, nil, nil, nil])
    }
  }

  @Test(
    "a push to many replaces in each inbox what is there, and one that is repeated with its key replaces nothing again")
  func many() async throws {
    try await withAda { server, token async throws in
      try await server.addAccount("bob@example.org")
      let bob = try await server.token("bob@example.org")
      let program = try await server.senderToken([.everywhere])
      let everyone = #""to":{"everyone":true},"#
      _ = try await push(#"{"n":1}"#, everyone, ["apns-collapse-id": "x"], server, program)
      _ = try await server.send(.POST, "/v1/inbox/1/state", body: #"{"state":"rejected"}"#, token: bob)
      let keyed = ["apns-collapse-id": "x", "Idempotency-Key": "k"]
      for status in [201, 200] {
        #expect(try await push(#"{"n":2}"#, everyone, keyed, server, program).status == status)
      }
      #expect(try await items(server, token).map(\.replaced) == [true, nil])
      #expect(try await items(server, bob).map(\.replaced) == [nil, nil])
      let other = keyed.merging(["apns-collapse-id": "y"]) { $1 }
      #expect(try await push(#"{"n":2}"#, everyone, other, server, program).status == 409)
      // What retention takes can't be replaced any more.
      try await server.storage.expireInboxes(before: .distantPast, keeping: 0)
      #expect(try await push(#"{"n":3}"#, everyone, ["apns-collapse-id": "x"], server, program).status == 201)
      #expect(try await items(server, token).map(\.replaced) == [nil])
    }
  }

  @Test("what was redacted is not replaced, and its id leaves with its text")
  func redacted() async throws {
    try await withAda { server, token async throws in
      try await server.register(device: "laptop-laptop-laptop", token: token)
      let headers = ["apns-collapse-id": "build"]
      let first = try await push(#"{"n":1}"#, headers, server, token).decoded(Push.self)
      let body = #"{"device":"laptop-laptop-laptop","pushes":["\#(first.id)"]}"#
      _ = try await server.send(.POST, "/v1/inbox/redactions", body: body, token: token)
      _ = try await push(#"{"n":2}"#, headers, server, token)
      let found = try await items(server, token)
      #expect(found.map(\.redacted) == [true, nil] && found.map(\.replaced) == [nil, nil])
    }
  }

  @Test("a live stream is told of the change and of the push")
  func live() async throws {
    try await withAda { server, token async throws in
      let headers = ["apns-collapse-id": "build"]
      _ = try await push(#"{"n":1}"#, headers, server, token)
      var laptop = try await EventClient(server, token: token, after: "1-0")
      _ = try await push(#"{"n":2}"#, headers, server, token)
      let events = try await laptop.next(2)
      // A stream that has just begun may read both from storage, items first.
      #expect(Set(events.map(\.name)) == ["state", "push"] && events.last?.id == "2-1")
      let change = try #require(events.first { $0.name == "state" })
      #expect(try change.decoded(InboxChange.self).replaced == true)
    }
  }

  @Test("an expiration is a moment, or 0 for a minute; a priority below the usual is told")
  func expirationAndPriority() async throws {
    try await withAda { server, token async throws in
      let later = Int(server.clock.now.timeIntervalSince1970) + 90
      let dated = try await push(["apns-expiration": "\(later)"], server, token).decoded(Push.self)
      #expect(dated.expiresAt == Date(timeIntervalSince1970: Double(later)))
      let now = try await push(["apns-expiration": "0"], server, token).decoded(Push.self)
      #expect(now.expiresAt.map { (60...61).contains($0.timeIntervalSince(server.clock.now)) } == true)
      #expect(try await push(["apns-expiration": "1"], server, token).code == .invalidField)
      for priority in ["10", "5", "1"] {
        #expect(try await push(["apns-priority": priority], server, token).status == 201)
      }
      #expect(try await items(server, token).map(\.priority) == [nil, nil, nil, 5, 1])
      for members in [#""expiresIn":9,"#, #""expiresAt":"2099-01-01T00:00:00Z","#] {
        #expect(try await push("{}", members, ["apns-expiration": "0"], server, token).code == .invalidField)
      }
    }
  }

  @Test(
    "headers that can't be are refused, and those that mean nothing here are ignored",
    arguments: [
      ("apns-collapse-id", "a b"), ("apns-collapse-id", String(repeating: "x", count: 65)), ("apns-priority", "7"),
      ("apns-priority", "010"), ("apns-priority", "high"), ("apns-expiration", "-1"), ("apns-expiration", "1.5"),
      ("apns-expiration", "253402300800"), ("apns-expiration", "99999999999999999999"),
    ])
  func refused(name: String, value: String) async throws {
    try await withAda { server, token async throws in
      #expect(try await push([name: value], server, token).code == .invalidField)
      let others = ["apns-id": "x", "apns-topic": "com.example.app", "apns-push-type": "alert"]
      #expect(try await push(others, server, token).status == 201)
      #expect(try await items(server, token).count == 1)
    }
  }

  @Test("a database of before opens, with its items as they were")
  func former() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let path = directory + "/vault-server.sqlite"
      let queue = try DatabaseQueue(path: path)
      try SQLiteMigrations.migrator.migrate(queue, upTo: "redactions")
      let ada = UUID()
      try await queue.write { database in
        try database.execute(
          sql: """
            INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt, inboxHighest) VALUES (?, 'a@b.c', 'a@b.c', 'h', 0, 1);
            INSERT INTO pushes (number, id, sender, recipient, payload, createdAt) VALUES (1, ?, 'account:x', 'everyone', '{"n":1}', 0);
            INSERT INTO inbox (accountID, sequence, push) SELECT id, 1, 1 FROM accounts
            """, arguments: [ada.uuidString, UUID().uuidString])
      }
      try queue.close()
      let storage = try SQLiteStorage(path: path)
      let page = try await storage.inbox(of: ada, after: 0, limit: 9, now: Date(timeIntervalSince1970: 9))
      #expect(page.items.map(\.payload) == [#"{"n":1}"#])
      #expect(page.items.map(\.replaced) == [nil] && page.items.map(\.priority) == [nil])
    }
  }

  private func push(
    _ headers: [String: String], _ server: RunningServer, _ token: String
  ) async throws -> RunningServer.Answer { try await push("{}", "", headers, server, token) }

  private func push(
    _ payload: String, _ headers: [String: String], _ server: RunningServer, _ token: String
  ) async throws -> RunningServer.Answer { try await push(payload, "", headers, server, token) }
}
