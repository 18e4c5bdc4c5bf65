#if Postgres
internal import FoundationEssentials
internal import GRDB
internal import Glibc
internal import PostgresClient

/// Reads the rows of a table of SQLite's, one after another, as PostgreSQL takes them. A file may hold anything, whatever its columns are declared
/// to be: what PostgreSQL would refuse, or keep as something else, is refused here, by the row's place.
struct SQLiteRowReader {
  private let table: MovedTable
  private let sql: String

  init(_ table: MovedTable) {
    self.table = table
    let columns = table.columns.map(Self.expression).joined(separator: ", ")
    sql = "SELECT \(columns) FROM \(table.name) ORDER BY \(table.order)"
  }

  /// What is selected of a column: its value, where it is of the right type and not too long. Texts come as their bytes; a number or an empty text
  /// in the place of bytes says what is wrong.
  private static func expression(_ column: MovedColumn) -> String {
    let name = column.name
    return switch column.kind {
    case .small, .number: "CASE typeof(\(name)) WHEN 'integer' THEN \(name) WHEN 'null' THEN NULL ELSE x'' END"
    case .text, .id: bounded(name, "text", "CAST(\(name) AS BLOB)", column.longest)
    case .bytes: bounded(name, "blob", name, column.longest)
    }
  }

  private static func bounded(_ name: String, _ type: String, _ value: String, _ longest: Int) -> String {
    """
    CASE typeof(\(name)) WHEN '\(type)' THEN CASE WHEN length(\(value)) > \(longest) THEN 1 ELSE \(value) END \
    WHEN 'null' THEN NULL ELSE 0 END
    """
  }

  /// Gives on each row, in the table's order.
  ///
  /// - Throws: ``CommandFailure`` that names the table, the row and the column, or what `body` throws.
  func forEachRow(_ database: Database, _ body: (CopyRow) throws -> Void) throws {
    var row = CopyRow()
    var number = 0
    do {
      try SQLiteTransaction(database).forEachRow(sql, []) { read in
        number += 1
        row.begin(columns: table.columns.count)
        for (place, column) in table.columns.enumerated() {
          do throws(Fault) { try Self.append(read.value(at: place), of: column, to: &row) } catch {
            throw failure("\(column.name) \(error.words)", number)
          }
        }
        try body(row)
        return true
      }
    } catch let error as DatabaseError {
      throw failure("can't be read, the file is damaged (SQLite's code \(error.resultCode.rawValue))", number + 1)
    }
  }

  private func failure(_ what: String, _ number: Int) -> CommandFailure {
    CommandFailure(.badData, "\(table.name), row \(number) in the order of \(table.order): \(what); nothing was moved")
  }

  /// What may be wrong with a value.
  private enum Fault: Error {
    case missing, wrongType, tooLong, outOfRange, notText, notAnID

    var words: String {
      switch self {
      case .missing: "has no value"
      case .wrongType: "is of another type"
      case .tooLong: "is too long"
      case .outOfRange: "is out of range"
      case .notText: "is no text that PostgreSQL takes: it is not UTF-8, or has the character 0"
      case .notAnID: "is no id as the server writes it"
      }
    }
  }

  private static func append(_ value: SQLValue, of column: MovedColumn, to row: inout CopyRow) throws(Fault) {
    switch (column.kind, value) {
    case (_, .null):
      guard column.isOptional else { throw .missing }
      row.appendNull()
    case (.small, .integer(let number)):
      guard let number = Int16(exactly: number) else { throw .outOfRange }
      row.append(number)
    case (.number, .integer(let number)):
      // New rows get numbers behind the highest one.
      guard !column.isIdentity || (1...1 << 62).contains(number) else { throw .outOfRange }
      row.append(number)
    case (.small, _), (.number, _): throw .wrongType
    case (_, .integer(let code)): throw code == 1 ? .tooLong : .wrongType
    case (.bytes, .bytes(let bytes)): row.append(bytes)
    case (.text, .bytes(let bytes)):
      guard isText(bytes) else { throw .notText }
      row.append(bytes)
    case (.id, .bytes(let bytes)): row.append(try id(bytes))
    default: throw .wrongType
    }
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    let hasZero = bytes.withUnsafeBytes { $0.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
    return !hasZero && String(validating: bytes, as: UTF8.self) != nil
  }

  /// An id's bytes. In small letters it would be another one for SQLite, and the same one for PostgreSQL.
  private static func id(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.count == 36, let id = UUID(uuidString: text), id.uuidString == text else { throw .notAnID }
    return withUnsafeBytes(of: id.uuid) { Array($0) }
  }
}
#endif
