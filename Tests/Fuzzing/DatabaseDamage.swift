internal import FoundationEssentials
internal import GRDB
internal import Glibc

/// What somebody who can write to the file of a closed database makes of it, as the input says.
enum DatabaseDamage {
  /// How often an input changes files, at most: more changes leave nothing behind that these can't.
  static let maximumCount = 8

  // MARK: Without SQLite

  /// Changes bytes, cuts the file, puts another in its place, or puts one beside it that SQLite looks for.
  static func changeBytes(of path: String, _ reader: inout InputReader) {
    switch reader.byte() % 8 {
    case 0: unlink(path)
    case 1: ScratchDirectory.write(reader.run(Int(reader.byte())), to: path)
    case 2:
      let suffixes = ["-wal", "-shm", "-journal"]
      let suffix = suffixes[Int(reader.byte()) % suffixes.count]
      ScratchDirectory.write(reader.run(Int(reader.byte())), to: path + suffix)
    case 3: _ = truncate(path, off_t(reader.byte()) * 512)
    default: overwrite(path, &reader)
    }
  }

  private static func overwrite(_ path: String, _ reader: inout InputReader) {
    let page = off_t(reader.byte())
    let place = off_t(reader.byte()) << 8 | off_t(reader.byte())
    let bytes = reader.run(1 + Int(reader.byte() % 32))
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    let offset = page * 4096 + place % 4096
    // What lies behind the end would only make the file longer.
    guard fstat(descriptor, &status) == 0, offset + off_t(bytes.count) <= status.st_size else { return }
    guard pwrite(descriptor, bytes, bytes.count, offset) == bytes.count else { fatalError("\(path): \(errno)") }
  }

  // MARK: With SQLite

  /// Runs `body` on the database. What SQLite refuses to do stays undone.
  static func change(_ path: String, _ body: (Database) throws -> Void) {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF; PRAGMA writable_schema = ON") }
    guard access(path, F_OK) == 0, let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return
    }
    try? queue.writeWithoutTransaction(body)
    try? queue.close()
  }

  /// Changes a table, or what stands in its place.
  static func changeTables(_ db: Database, _ reader: inout InputReader) throws {
    let names = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    guard !names.isEmpty else { return }
    let name = names[Int(reader.byte()) % names.count]
    let table = name.quotedDatabaseIdentifier
    switch reader.byte() % 8 {
    case 0: try db.execute(sql: "DELETE FROM \(table)")
    case 1: try db.execute(sql: "DROP TABLE \(table)")
    case 2: try db.execute(sql: "ALTER TABLE \(table) RENAME TO other; CREATE VIEW \(table) AS SELECT * FROM other")
    case 3: try db.execute(sql: "CREATE TRIGGER bent AFTER INSERT ON \(table) BEGIN DELETE FROM \(table); END")
    case 4:
      let arguments: StatementArguments = [reader.databaseValue(of: reader.byte()), name]
      try db.execute(sql: "UPDATE sqlite_master SET sql = ? WHERE name = ?", arguments: arguments)
    case 5: try db.execute(sql: "PRAGMA user_version = \(Int32(truncatingIfNeeded: reader.number()))")
    default: try changeColumn(of: name, db, &reader)
    }
  }

  private static func changeColumn(of table: String, _ db: Database, _ reader: inout InputReader) throws {
    let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    guard !columns.isEmpty else { return }
    let column = columns[Int(reader.byte()) % columns.count].quotedDatabaseIdentifier
    let arguments: StatementArguments = [reader.databaseValue(of: reader.byte())]
    try db.execute(
      sql: "UPDATE OR IGNORE \(table.quotedDatabaseIdentifier) SET \(column) = ?", arguments: arguments)
  }
}

extension InputReader {
  /// A value of one of SQLite's kinds.
  mutating func databaseValue(of kind: UInt8) -> DatabaseValue {
    switch kind % 8 {
    case 1: .null
    case 2: Int64(bitPattern: number()).databaseValue
    case 3: Double(bitPattern: number()).databaseValue
    case 4: String(decoding: measuredRun(), as: UTF8.self).databaseValue
    default: Data(measuredRun()).databaseValue
    }
  }
}
