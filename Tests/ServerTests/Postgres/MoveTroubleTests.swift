#if Postgres
import Foundation
import GRDB
import NIOPosix
import PostgresTesting
import ProcessTesting
import Testing

@testable import VaultServer

/// What is wrong with a file is said, and nothing of it is moved.
@Suite("A move of a damaged file", .timeLimit(.minutes(4)))
struct MoveTroubleTests {
  /// Something that is done to a file, and what is said of it.
  struct Damage: CustomTestStringConvertible, Sendable {
    let sql: String
    let words: String
    var testDescription: String { words }
  }

  private static let damages = [
    Damage(
      sql: "UPDATE accounts SET createdAt = 'soon' WHERE rowid = 3",
      words: "accounts, row 3 in the order of rowid: createdAt is of another type"),
    Damage(sql: "UPDATE inbox SET change = 1.5 WHERE push = 9", words: "change is of another type"),
    Damage(
      sql: "UPDATE pushes SET payload = x'7b7d' WHERE number = 8",
      words: "pushes, row 2 in the order of rowid: payload is of another type"),
    Damage(
      sql: "UPDATE accounts SET passwordHash = NULL WHERE rowid = 2",
      words: "accounts, row 2 in the order of rowid: passwordHash has no value"),
    Damage(
      sql: "UPDATE pushes SET payload = CAST(x'610062' AS TEXT) WHERE number = 8",
      words: "pushes, row 2 in the order of rowid: payload is no text"),
    Damage(
      sql: "UPDATE pushes SET payload = CAST(x'61ff' AS TEXT) WHERE number = 9",
      words: "pushes, row 3 in the order of rowid: payload is no text"),
    Damage(
      sql: "UPDATE pushes SET payload = hex(zeroblob(9000000)) WHERE number = 9",
      words: "pushes, row 3 in the order of rowid: payload is too long"),
    Damage(sql: "UPDATE accounts SET emailKey = hex(randomblob(3000)) WHERE rowid = 1", words: "emailKey is too long"),
    Damage(sql: "UPDATE inbox SET state = 70000 WHERE push = 7", words: "state is out of range"),
    Damage(
      sql:
        "UPDATE pushes SET number = 9223372036854775807 WHERE number = 1006; UPDATE inbox SET push = 9223372036854775807 WHERE push = 1006",
      words: "number is out of range"),
    Damage(
      sql: "UPDATE pushes SET id = lower(id) WHERE number = 7",
      words: "pushes, row 1 in the order of rowid: id is no id"),
    Damage(sql: "UPDATE pushes SET id = 'x' WHERE number = 7", words: "id is no id"),
    Damage(sql: "DELETE FROM pushes WHERE number = 7", words: "it refers to a row of pushes that is not there"),
    Damage(sql: "DELETE FROM inbox WHERE push = 107", words: "has other numbers than were counted"),
    Damage(
      sql: "UPDATE accounts SET inboxHighest = 9223372036854775807, inboxFirst = -9223372036854775807 WHERE rowid = 1",
      words: "has other numbers than were counted"),
    Damage(
      sql: "DROP INDEX pushesByKey; UPDATE pushes SET idempotencyKey = 'a' WHERE number < 9",
      words: "pushes: two rows have what only one may have (pushesbykey)"),
    Damage(sql: "DELETE FROM numbering", words: "there is not one numbering"),
    Damage(sql: "UPDATE numbering SET epoch = 'A B'", words: "there is not one numbering"),
    Damage(sql: "CREATE TABLE notes (text TEXT)", words: "PostgreSQL has no table notes"),
    Damage(sql: "CREATE TABLE \"a\nb\" (text TEXT)", words: "no vault-server has made \"a\\nb\""),
    Damage(
      sql: "ALTER TABLE accounts ADD COLUMN shoeSize INTEGER", words: "PostgreSQL has no column of accounts shoesize"),
    Damage(sql: "ALTER TABLE feedback DROP COLUMN name", words: "SQLite has no column of feedback name"),
    Damage(sql: "CREATE VIEW everybody AS SELECT * FROM accounts", words: "no vault-server has made everybody"),
    Damage(
      sql: "CREATE TRIGGER extra AFTER INSERT ON inbox BEGIN DELETE FROM pushes; END",
      words: "no vault-server has made extra"),
  ]

  /// Does something to a file that no column's type keeps away.
  private func damage(_ path: String, _ sql: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") }
    let lax = try DatabaseQueue(path: path, configuration: configuration)
    try lax.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          UPDATE sqlite_schema SET sql = replace(replace(replace(sql, 'STRICT, ', ''), ' STRICT', ''), 'passwordHash TEXT NOT NULL', 'passwordHash TEXT')
            WHERE type = 'table'
          """)
    }
    try lax.close()
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  @Test("names the table, the row and the column, and leaves both sides as they are", arguments: damages)
  func damaged(_ damage: Damage) async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: 1000)
      try self.damage(place.file, damage.sql)
      let before = try damage.words.contains("\\n") ? [:] : MovePlace.contents(ofFile: place.file)
      let database = try MovePlace.makeDatabase()
      let way = try place.way(to: database)
      for words in [["--dry-run"], []] {
        let refused = try await ServerProgram.run(["migrate", "--data", place.data, "--database", way] + words)
        // Only the database itself sees two rows with one key.
        if words.isEmpty || !damage.words.contains("only one") {
          #expect(refused.status == 65 && refused.errors.contains(damage.words), "\(refused)")
        }
        #expect(refused.output.isEmpty || !words.isEmpty)
      }
      #expect(try MovePlace.isEmpty(database))
      #expect(try MovePlace.mark(ofFile: place.file) == nil)
      #expect(try before.isEmpty || MovePlace.contents(ofFile: place.file) == before)
    }
  }

  @Test("a file with bytes from anywhere is moved as it is read, or refused, and ends no program")
  func random() async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: 2000)
      // All of it is in the file, and nothing in its log.
      try await DatabaseQueue(path: place.file).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      let whole = try Data(contentsOf: URL(fileURLWithPath: place.file))
      let database = try MovePlace.makeDatabase()
      let way = try place.way(to: database)
      var numbers = SeededNumbers(state: 7)
      for round in 0..<24 {
        var bytes = whole
        if round % 6 == 5 {
          bytes = bytes.prefix(Int.random(in: 100..<bytes.count, using: &numbers))
        } else {
          for _ in 0..<(1 << (round % 5)) {
            let place = Int.random(in: (round < 3 ? 0 : 4096)..<bytes.count, using: &numbers)
            bytes[place] = UInt8.random(in: 0...255, using: &numbers)
          }
        }
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.file + suffix) }
        try bytes.write(to: URL(fileURLWithPath: place.file))
        let outcome = try await place.migrate(way, "--dry-run")
        #expect([0, 65, 75, 78].contains(outcome.status), "round \(round): \(outcome)")
        #expect(outcome.status == 0 || outcome.errors.contains("vault-server: "), "round \(round): \(outcome)")
      }
      #expect(try MovePlace.isEmpty(database))
    }
  }

  /// SplitMix64: the same numbers in each run.
  private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test("a connection that is cut while rows are sent, or while it is committed, is told, or asked about")
  func cut() async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: 2000)
      let expected = try MovePlace.contents(ofFile: place.file)
      let database = try MovePlace.makeDatabase()
      let proxy = try CuttingProxy(to: MovePlace.cluster)
      defer { proxy.close() }
      @Sendable func migrate(_ data: String, _ database: String, cutting side: CuttingProxy.Side, after bytes: Int?)
        throws -> ChildProcess
      {
        let way = try place.connectionFile(try proxy.address(as: MovePlace.owner, database: database))
        proxy.cut(after: bytes, from: side)
        let child = try ChildProcess([ServerProgram.path, "migrate", "--data", data, "--database", way])
        if let bytes {
          try waitUntil("it is cut", 60) { proxy.passed(from: side) >= bytes || !child.isRunning }
          proxy.cut(after: nil, from: side)
        }
        return child
      }
      try await NIOThreadPool.singleton.runIfActive {
        let lost = try migrate(place.data, database, cutting: .client, after: 100_000)
        #expect(try lost.exitStatus() == 69 && lost.errors.text.contains("nothing was moved"), "\(lost.text)")
        #expect(try MovePlace.isEmpty(database) && MovePlace.mark(ofFile: place.file) == nil)
        // How much there is to say; then all but the last answer, which says that it is committed.
        let copy = place.directory + "/copy"
        try FileManager.default.copyItem(atPath: place.data, toPath: copy)
        let whole = try migrate(copy, MovePlace.makeDatabase(), cutting: .server, after: nil)
        #expect(try whole.exitStatus() == 0)
        let doubtful = try migrate(place.data, database, cutting: .server, after: proxy.passed(from: .server) - 10)
        #expect(try doubtful.exitStatus() == 0, "\(doubtful.text)")
        #expect(try MovePlace.contents(of: database) == expected)
        #expect(try MovePlace.mark(ofFile: place.file)?.stage == .moved)
      }
    }
  }

  @Test("a file that is exchanged while it is read is noticed, and a directory of somebody else's is refused")
  func exchanged() async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: 2000)
      let database = try MovePlace.makeDatabase()
      let proxy = try CuttingProxy(to: MovePlace.cluster)
      defer { proxy.close() }
      let way = try place.connectionFile(try proxy.address(as: MovePlace.owner, database: database))
      try await NIOThreadPool.singleton.runIfActive {
        proxy.stall(after: 100_000, from: .client)
        let child = try ChildProcess([ServerProgram.path, "migrate", "--data", place.data, "--database", way])
        try waitUntil("rows are sent") { proxy.passed(from: .client) >= 100_000 || !child.isRunning }
        try FileManager.default.moveItem(atPath: place.file, toPath: place.directory + "/old")
        try FileManager.default.copyItem(atPath: place.directory + "/old", toPath: place.file)
        proxy.stall(after: nil, from: .client)
        #expect(try child.exitStatus() == 69 && child.errors.text.contains("was exchanged"), "\(child.text)")
      }
      #expect(try MovePlace.isEmpty(database))
      if geteuid() == 0 {
        #expect(chown(place.data, 65_534, 65_534) == 0)
        let foreign = try await place.migrate(way)
        #expect(foreign.status == 77 && foreign.errors.contains("belongs to another user"), "\(foreign)")
      }
    }
  }
}
#endif
