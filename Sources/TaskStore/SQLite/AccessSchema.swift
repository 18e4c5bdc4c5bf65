internal import FoundationEssentials
internal import VaultModel

/// The tables of the access log.
enum AccessSchema {
  static let access = Table(
    index: 1, name: "access",
    columns: ["date", "task", "action", "program", "pid", "terminal", "granted", "reason"])

  static let schema = Schema(
    tables: [Schema.lostTable, access],
    migrations: [
      Schema.baseSQL + """
        CREATE TABLE access (key BLOB PRIMARY KEY NOT NULL, date REAL, task BLOB, action BLOB, program BLOB, pid INTEGER,
          terminal BLOB, granted INTEGER, reason BLOB, revision INTEGER NOT NULL, checksum INTEGER NOT NULL)
          WITHOUT ROWID;
        """
    ])

  /// The key is the entry's number, big-endian, so that keys sort as entries do.
  static func name(_ number: UInt64) -> RowName {
    RowName(table: access, key: withUnsafeBytes(of: number.bigEndian) { Array($0) })
  }

  static func number(_ name: RowName) -> UInt64 { name.key.reduce(0) { $0 << 8 | UInt64($1) } }
}

extension AccessRecord {
  /// The values of the record's row, in the order of the columns.
  var cells: [Cell] {
    [
      .date(date), task.map { .blob($0.bytes) } ?? .null, .text(action), .text(program), .integer(Int64(pid)),
      .text(terminal), .integer(granted ? 1 : 0), .text(reason),
    ]
  }

  /// Reads a row; nil when it is none of a record.
  init?(_ row: StoredRow) {
    let cells = row.cells
    guard cells.count >= 8, let date = cells[0].date, let action = cells[2].text, let program = cells[3].text,
      case .integer(let number) = cells[4], let pid = Int32(exactly: number), let reason = cells[7].text
    else { return nil }
    let task: UUID? = if case .blob(let bytes) = cells[1] { UUID(bytes: bytes) } else { nil }
    self.init(
      date: date, task: task, action: action, program: program, pid: pid, terminal: cells[5].text,
      granted: cells[6] == .integer(1), reason: reason)
  }
}
