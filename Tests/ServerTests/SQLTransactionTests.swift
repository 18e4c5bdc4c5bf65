import Foundation
import GRDB
import Testing

@testable import VaultServer

/// What statements get and give, in SQLite.
@Suite("Transactions of SQL")
struct SQLTransactionTests {
  private let engine: SQLiteEngine

  init() throws {
    engine = try SQLiteEngine.inMemory()
    try engine.writer.write { database in
      try database.execute(
        sql: """
          CREATE TABLE shapes (number INTEGER PRIMARY KEY, name TEXT UNIQUE, bytes BLOB, ownerID TEXT, isRound INTEGER) STRICT;
          CREATE TABLE corners (number INTEGER PRIMARY KEY, shape INTEGER NOT NULL REFERENCES shapes(number)) STRICT;
          """)
    }
  }

  private static let insert = "INSERT INTO shapes (name, bytes, ownerID, isRound) VALUES (?, ?, ?, ?) RETURNING number"

  @Test("values come back as they went in, by place and by name in either case, and without a value as nil")
  func values() async throws {
    let id = UUID()
    try await engine.write { transaction in
      let number: [Int64] = try transaction.values(Self.insert, ["circle", [0, 255] as [UInt8], id, true])
      #expect(number == [1])
      try transaction.execute(
        "INSERT INTO shapes (name, bytes, ownerID, isRound) VALUES (?2, ?1, ?3, ?4)",
        [[UInt8]?.none, String?.none, UUID?.none, Bool?.none])
    }
    try await engine.read { transaction in
      let rows = try transaction.rows("SELECT name, bytes, ownerID, isRound FROM shapes ORDER BY number", [])
      let (full, empty) = (rows[0], rows[1])
      #expect(full["NAME"] as String == "circle" && full[1] as [UInt8] == [0, 255])
      #expect(full["ownerid"] as UUID? == id && full["ownerID"] as String == id.uuidString && full["isRound"] as Bool)
      #expect(empty[0] as String? == nil && empty["bytes"] as [UInt8]? == nil)
      #expect(empty["ownerID"] as UUID? == nil && empty["isRound"] as Bool? == nil)
    }
  }

  @Test("ids that no version of the server has written are left out")
  func foreignIDs() async throws {
    let id = UUID()
    try await engine.write { transaction in
      for (name, owner) in [("a", id.uuidString), ("b", "none of ours")] {
        try transaction.execute("INSERT INTO shapes (name, ownerID) VALUES (?, ?)", [name, owner])
      }
      #expect(try transaction.ids("SELECT ownerID FROM shapes ORDER BY name") == [id])
      #expect(try transaction.id("SELECT ownerID FROM shapes WHERE name = ?", ["b"]) == nil)
    }
  }

  @Test("rows are read until nobody wants more, and the same statement can be run at once afterwards")
  func stopping() async throws {
    try await engine.write { transaction in
      for number in 0..<5 { try transaction.execute("INSERT INTO shapes (name) VALUES (?)", ["\(number)"]) }
      for _ in 0..<2 {
        var seen: [String] = []
        try transaction.forEachRow("SELECT name FROM shapes ORDER BY number", []) { row in
          seen.append(row[0])
          return seen.count < 2
        }
        #expect(seen == ["0", "1"])
      }
      // One that was not read to its end would keep the table.
      try transaction.execute("DROP TABLE corners", [])
    }
  }

  @Test("what there is already is told as such, and nothing of the transaction stays")
  func unique() async throws {
    await #expect(throws: UniqueRowError.self) {
      try await engine.write { transaction in
        for _ in 0..<2 { _ = try transaction.row(Self.insert, ["circle", [UInt8]?.none, UUID?.none, true]) }
      }
    }
    #expect(try await engine.read { try $0.value("SELECT count(*) FROM shapes") } == 0)
  }

  @Test("a statement that gives what it has written is checked to its end")
  func returning() async throws {
    await #expect(throws: DatabaseError.self) {
      try await engine.write { transaction in
        _ = try transaction.row("INSERT INTO corners (shape) VALUES (?) RETURNING number", [7])
      }
    }
  }

  @Test("only rows that a statement has changed itself are counted")
  func counts() async throws {
    try await engine.write { transaction in
      for name in ["a", "b"] { try transaction.execute("INSERT INTO shapes (name) VALUES (?)", [name]) }
      #expect(try transaction.execute("INSERT INTO shapes (name) VALUES (?) ON CONFLICT DO NOTHING", ["a"]) == 0)
      #expect(try transaction.execute("UPDATE shapes SET isRound = ?", [true]) == 2)
      #expect(try transaction.execute("DELETE FROM shapes WHERE name = ?", ["c"]) == 0)
    }
  }

  @Test("a list of numbers is one parameter")
  func lists() async throws {
    try await engine.write { transaction in
      for name in ["a", "b", "c"] { try transaction.execute("INSERT INTO shapes (name) VALUES (?)", [name]) }
      let query = "SELECT name FROM shapes WHERE number IN \(transaction.dialect.numbers("?")) ORDER BY name"
      for (numbers, names) in [([1, 3, 9], ["a", "c"]), ([], [])] as [([Int64], [String])] {
        #expect(try transaction.values(query, [transaction.dialect.list(numbers)]) == names)
      }
    }
  }
}
