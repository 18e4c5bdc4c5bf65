#if Postgres
import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Numbers that no version of the server has written, in a database that others can write to as well: no node ends, and nobody is told of them.
@Suite("Impossible numbers", .timeLimit(.minutes(5)))
struct ImpossibleNumberTests {
  /// A column of numbers.
  private struct Column: CustomStringConvertible {
    let table: String
    let name: String
    let greatest: Int64
    var description: String { "\(table).\(name)" }
    var impossible: [Int64] { [-1, -greatest - 1, greatest] }

    /// Numbers of rows, which the database itself keeps right.
    var isReference: Bool { ["number", "attachment", "push"].contains(name) }
  }

  /// Tables, each with what of it is a user's alone.
  private static let tables = [
    "accounts": "id = ?", "sessions": "accountID = ?", "devices": "accountID = ?", "inbox": "accountID = ?",
    "pushes": "number IN (SELECT push FROM inbox WHERE accountID = ?)",
  ]

  /// Tables of what people say to each other, each with what of it is of the user `?2`.
  private static let shared = [
    "channels": "owner = ?2 OR id IN (SELECT channelID FROM enrolments WHERE accountID = ?2)",
    "messages": """
    channelID IN (SELECT id FROM channels WHERE owner = ?2)
      OR channelID IN (SELECT channelID FROM enrolments WHERE accountID = ?2)
    """,
    "feedback": "owner = ?2",
  ]

  private static func columns(of table: String, _ storage: PostgresStorage) async throws -> [Column] {
    try await storage.read { transaction in
      try transaction.all(
        """
        SELECT CAST(column_name AS text), CAST(data_type = 'smallint' AS integer) FROM information_schema.columns
        WHERE table_schema = 'vault' AND table_name = ? AND data_type IN ('bigint', 'smallint')
        """, [table]
      ) { Column(table: table, name: $0[0], greatest: ($0[1] as Bool) ? Int64(Int16.max) : .max) }
    }.filter { !$0.isReference }
  }

  /// All that a user asks.
  private func ask(_ server: RunningServer, _ token: String, _ push: UUID) async throws -> [RunningServer.Answer] {
    let requests: [(HTTPMethod, String, String?)] = [
      (.GET, "/v1/me", nil), (.GET, "/v1/sequences", nil), (.GET, "/v1/inbox?after=0", nil),
      (.GET, "/v1/inbox/changes?after=0", nil), (.GET, "/v1/devices", nil), (.GET, "/v1/pushes", nil),
      (.GET, "/v1/pushes/\(push)", nil), (.POST, "/v1/inbox/1/state", #"{"state":"read"}"#),
      (.POST, "/v1/pushes", #"{"payload":{}}"#),
      (.POST, "/v1/inbox/acknowledgement", #"{"device":"\#(Self.device(token))","through":1}"#),
      (.GET, "/v1/inbox?after=0", nil), (.GET, "/v1/sequences", nil), (.GET, "/v1/feedback", nil),
    ]
    var answers: [RunningServer.Answer] = []
    for (method, path, body) in requests {
      answers.append(try await server.send(method, path, body: body, token: token))
    }
    return answers
  }

  /// Nobody is given the number, nor a place before the first, which the next one of -1 would be.
  private func expectPossible(_ answer: RunningServer.Answer, _ column: Column, _ number: Int64) {
    let text = String(decoding: answer.body, as: UTF8.self)
    for given in [":\(number)", #""sequence":0"#, #""number":0"#, #""first":0"#] {
      #expect(!text.contains(given), "\(column) is \(number): \(text)")
    }
  }

  private static func device(_ token: String) -> String { "device-\(token.prefix(20))" }

  @Test("of what is a user's end no node, and are not given out", arguments: tables.keys.sorted())
  func users(_ table: String) async throws {
    let storage = try PrivateStorage().storage(listens: true)
    let condition = try #require(Self.tables[table])
    try await RunningServer.run(storage: storage) { server async throws in
      var count = 0
      for column in try await Self.columns(of: table, storage) {
        for number in column.impossible {
          count += 1
          let email = "p\(count)@example.org"
          let account = try await server.addAccount(email)
          let token = try await server.token(email)
          try await server.register(device: Self.device(token), token: token)
          let push = try await server.push(token: token).decoded(Push.self)
          #expect(
            try await server.send(.POST, "/v1/inbox/1/state", body: #"{"state":"read"}"#, token: token).status == 200)
          let changed = try await storage.write { transaction in
            try transaction.execute("UPDATE \(table) SET \(column.name) = ? WHERE \(condition)", [number, account.id])
          }
          #expect(changed == 1, "\(column)")
          for answer in try await ask(server, token, push.id) {
            expectPossible(answer, column, number)
          }
          try await server.keepOnly(100)
        }
      }
      #expect(count > 0)
      #expect(try await server.send(.GET, "/healthz").status == 200)
    }
  }

  /// All that people who write to each other ask and do.
  private func ask(_ town: Town, _ channel: UUID, about subject: FeedbackSubject) async throws -> [RunningServer.Answer]
  {
    let server = town.server
    func read() async throws -> [RunningServer.Answer] {
      var answers: [RunningServer.Answer] = []
      for (citizen, other) in [(town.ada, town.bob), (town.bob, town.ada)] {
        for path in [
          "sequences", "catalogue", "conversations", "feedback", "channels/\(channel)/messages",
          "channels/\(other.id)/messages",
        ] { answers.append(try await server.send(.GET, "/v1/\(path)", token: citizen.token)) }
      }
      return answers
    }
    var answers = try await read()
    for (citizen, other) in [(town.ada, town.bob), (town.bob, town.ada)] {
      answers.append(try await server.post("and", to: channel, token: citizen.token))
      answers.append(try await town.write("and", to: other, by: citizen))
      answers.append(try await town.comment("and", on: subject, by: citizen))
      _ = try await town.like(subject, by: citizen)
    }
    return answers + (try await read())
  }

  @Test("of what people write to each other end no node, and are not given out", arguments: shared.keys.sorted())
  func correspondence(_ table: String) async throws {
    let storage = try PrivateStorage().storage(listens: true)
    let condition = try #require(Self.shared[table])
    try await RunningServer.run(storage: storage) { server async throws in
      var count = 0
      for column in try await Self.columns(of: table, storage) where column.name != "message" {
        for number in column.impossible {
          count += 1
          let town = try await Town(server, "a\(count)@example.org", "b\(count)@example.org")
          try await town.befriend(town.ada, town.bob)
          let channel = try await server.addChannel("News \(count)")
          for citizen in [town.ada, town.bob] {
            #expect(try await storage.enrol(citizen.id, in: channel, at: server.clock.now) != nil)
          }
          #expect(try await server.post("hello", to: channel, token: town.ada.token).status == 201)
          #expect(try await town.write("tea?", to: town.bob, by: town.ada).status == 201)
          let push = try await town.push(#"{"kind":"task","aps":{"alert":"Tea"}}"#, to: town.ada, by: town.bob)
          let subject = FeedbackSubject.push(try push.decoded(Push.self).id)
          #expect(try await town.comment("yes", on: subject, by: town.bob).status == 201)
          let changed = try await storage.write { transaction in
            try transaction.execute(
              "UPDATE \(table) SET \(column.name) = ?1 WHERE \(condition)", [number, town.ada.id])
          }
          #expect(changed > 0, "\(column)")
          for answer in try await ask(town, channel, about: subject) {
            expectPossible(answer, column, number)
          }
          try await storage.expireMessages(before: .distantPast, keeping: 100)
        }
      }
      #expect(count > 0)
      #expect(try await server.send(.GET, "/healthz").status == 200)
    }
  }

  @Test("of leases keep no node from working for longer than a lease may last")
  func leases() async throws {
    let place = try PrivateStorage()
    let (first, second) = (try place.storage(listens: true), try place.storage(listens: true))
    for number in [-1, Int64.min, Int64.max] {
      #expect(try await first.nodes?.lease("sweep \(number)", for: .seconds(60)) == true)
      try await first.write { transaction in
        _ = try transaction.execute("UPDATE leases SET ends = ? WHERE name = ?", [number, "sweep \(number)"])
      }
      #expect(try await second.nodes?.lease("sweep \(number)", for: .seconds(60)) == true, "\(number)")
    }
  }
}
#endif
