/// One value of a row, in SQLite's own storage classes. Text is kept as UTF-8 bytes: exact, also with NUL in it.
enum Cell: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case blob([UInt8])

  /// A text's UTF-8 bytes, or null.
  static func text(_ text: String?) -> Cell { text.map { .blob(Array($0.utf8)) } ?? .null }

  fileprivate func add(to checksum: inout CRC64) {
    switch self {
    case .null: checksum.add(UInt8(0))
    case .integer(let value):
      checksum.add(UInt8(1))
      checksum.add(value)
    case .real(let value):
      checksum.add(UInt8(2))
      checksum.add(value.bitPattern)
    case .blob(let bytes):
      checksum.add(UInt8(3))
      checksum.add(UInt64(bytes.count))
      checksum.add(bytes)
    }
  }
}

/// A table whose rows are checksummed and kept twice. A class, for every row's name refers to one.
final class Table: Sendable {
  /// Where it stands in its schema; part of every row's checksum.
  let index: Int
  /// Its name in SQL.
  let name: String
  /// Its columns after the key, in order. New ones are appended and may be null.
  let columns: [String]
  /// The SQL that reads all rows; a condition may follow.
  let select: String
  /// The SQL that reads one row by its key.
  let selectOne: String
  /// The SQL that writes a row.
  let insert: String
  /// The SQL that removes a row by its key.
  let delete: String

  init(index: Int, name: String, columns: [String]) {
    self.index = index
    self.name = name
    self.columns = columns
    let all = (["key"] + columns + ["revision", "checksum"]).joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count + 3).joined(separator: ", ")
    select = "SELECT \(all) FROM \(name)"
    selectOne = "\(select) WHERE key = ?"
    insert = "INSERT OR REPLACE INTO \(name) (\(all)) VALUES (\(marks))"
    delete = "DELETE FROM \(name) WHERE key = ?"
  }
}

extension Table: Hashable {
  static func == (left: Table, right: Table) -> Bool { left.index == right.index && left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(index) }
}

/// A row by its table and key.
struct RowName: Hashable, Sendable {
  let table: Table
  let key: [UInt8]
}

/// One row as it is stored.
struct StoredRow: Equatable, Sendable {
  let name: RowName
  let cells: [Cell]
  /// The store's revision that wrote it.
  let revision: Int64
  /// Covers table, key, revision and cells. Trailing nulls are left out, so that a column added later changes nothing.
  let checksum: UInt64

  init(name: RowName, cells: [Cell], revision: Int64) {
    self.name = name
    self.cells = cells
    self.revision = revision
    var checksum = CRC64()
    checksum.add(UInt32(name.table.index))
    checksum.add(UInt64(name.key.count))
    checksum.add(name.key)
    checksum.add(revision)
    for cell in cells[..<((cells.lastIndex { $0 != .null } ?? -1) + 1)] { cell.add(to: &checksum) }
    self.checksum = checksum.value
  }
}
