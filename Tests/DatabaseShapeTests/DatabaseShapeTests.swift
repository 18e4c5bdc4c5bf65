import DatabaseShape
import Foundation
import GRDB
import Testing

@Suite("The shape of a database")
struct DatabaseShapeTests {
  private static let made =
    "CREATE TABLE row (key BLOB PRIMARY KEY, value INTEGER) WITHOUT ROWID; CREATE TABLE summary (content BLOB UNIQUE);"
  private static let index = "CREATE TABLE word (word TEXT); CREATE INDEX word_word ON word (word);"

  private func shape() throws -> DatabaseShape {
    try DatabaseShape {
      try $0.execute(sql: Self.made)
    } mayHave: {
      try $0.execute(sql: Self.index)
    }
  }

  private func database(_ sql: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    return queue
  }

  @Test(
    "is that of its tables, with what may be there in part or in whole",
    arguments: ["", index, "CREATE TABLE word (word TEXT)"])
  func fitting(more: String) throws {
    let fits = try database(Self.made + more).read { try shape().fits($0) }
    #expect(fits)
  }

  /// What somebody adds who can write the file; what SQLite keeps it as may be said to be something else.
  @Test(
    "is another where anything is missing, more or different, also under the name of something else",
    arguments: [
      "DROP TABLE summary", "CREATE TABLE more (x)", "CREATE VIEW more AS SELECT 1", "CREATE INDEX more ON row (value)",
      "CREATE TRIGGER more AFTER INSERT ON row BEGIN DELETE FROM row; END", "CREATE TABLE word (word BLOB)",
      "DROP TABLE row; CREATE VIEW row AS SELECT 1 AS key, 2 AS value",
      "DROP TABLE row; CREATE TABLE row (key BLOB PRIMARY KEY, value INTEGER CHECK (value > 0)) WITHOUT ROWID",
      "DROP TABLE row; CREATE TABLE row (key BLOB PRIMARY KEY, value INTEGER AS (length(key))) WITHOUT ROWID",
      """
      DROP TABLE row; CREATE VIEW row AS SELECT 1 AS key, 2 AS value;
      PRAGMA writable_schema = ON; UPDATE sqlite_master SET type = 'table' WHERE name = 'row'
      """,
      """
      CREATE TRIGGER word_word AFTER INSERT ON row BEGIN DELETE FROM row; END;
      PRAGMA writable_schema = ON; UPDATE sqlite_master SET type = 'index', tbl_name = 'word' WHERE name = 'word_word'
      """,
      "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('table', 'row', 'row', 0, 'CREATE VIEW row AS SELECT 1')",
    ])
  func bent(sql: String) throws {
    let queue = try database(Self.made)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    let fits = try queue.read { try shape().fits($0) }
    #expect(!fits)
  }

  @Test("can be another while a table of it is as it was made, and its rows can be read")
  func table() throws {
    let queue = try database(Self.made + "DROP TABLE row; CREATE VIEW row AS SELECT 1 AS key, 2 AS value")
    let found = try queue.read { database in
      try ["summary", "row", "word", "nothing"].map { try shape().hasTable($0, in: database) }
    }
    #expect(found == [true, false, false, false])
  }

  @Test("is watched in every transaction, whoever changes it and puts it back")
  func watched() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (own, other) = (try DatabaseQueue(path: path), try DatabaseQueue(path: path))
    try own.writeWithoutTransaction { try $0.execute(sql: Self.made) }
    let watch = ShapeWatch(try shape())
    func holds() throws -> Bool { try own.write { try watch.holds(in: $0) } }
    #expect(try holds())
    try other.writeWithoutTransaction { try $0.execute(sql: Self.index) }
    #expect(try holds())
    try other.writeWithoutTransaction { try $0.execute(sql: "CREATE VIEW more AS SELECT 1") }
    #expect(try !holds())
    #expect(try !holds())
    try other.writeWithoutTransaction { try $0.execute(sql: "DROP VIEW more") }
    #expect(try holds())
  }
}
