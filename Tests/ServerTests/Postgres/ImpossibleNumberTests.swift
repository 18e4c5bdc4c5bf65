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

  /// Tables, each with what of it is a user's.
  private static let tables = [
    "accounts": "id = ?", "sessions": "accountID = ?", "devices": "accountID = ?", "inbox": "accountID = ?",
    "pushes": "number IN (SELECT push FROM inbox WHERE accountID = ?)",
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
      (.GET, "/v1/inbox?after=0", nil), (.GET, "/v1/sequences", nil),
    ]
    var answers: [RunningServer.Answer] = []
    for (method, path, body) in requests {
      answers.append(try await server.send(method, path, body: body, token: token))
    }
    return answers
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
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(!text.contains(":\(number)"), "\(column) is \(number): \(text)")
          }
          try await server.keepOnly(100)
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
