internal import FoundationEssentials
internal import VaultModel

/// The tables of the access log.
enum AccessSchema {
  /// The columns of who asked; after them come those of the entry's link.
  static let recordColumns = ["date", "task", "action", "program", "pid", "terminal", "granted", "reason"]
  static let access = Table(index: 1, name: "access", columns: recordColumns + ["chapter", "kind", "tag"])
  static let chapter = Table(index: 2, name: "chapter", columns: ["opening"])

  /// Rows with higher numbers are none of ours: nothing that is counted here comes near, and whatever is added overflows nothing.
  static let maximumNumber = UInt64(1) << 46

  static let schema = Schema(
    tables: [Schema.lostTable, access, chapter],
    migrations: [
      Schema.baseSQL + """
        CREATE TABLE access (key BLOB PRIMARY KEY NOT NULL, date REAL, task BLOB, action BLOB, program BLOB, pid INTEGER,
          terminal BLOB, granted INTEGER, reason BLOB, revision INTEGER NOT NULL, checksum INTEGER NOT NULL)
          WITHOUT ROWID;
        """,
      """
      ALTER TABLE access ADD COLUMN chapter INTEGER;
      ALTER TABLE access ADD COLUMN kind INTEGER;
      ALTER TABLE access ADD COLUMN tag BLOB;
      CREATE TABLE chapter (key BLOB PRIMARY KEY NOT NULL, opening BLOB, revision INTEGER NOT NULL,
        checksum INTEGER NOT NULL) WITHOUT ROWID;
      """,
    ])

  /// The key is the entry's number, big-endian, so that keys sort as entries do.
  static func name(_ number: UInt64) -> RowName {
    RowName(table: access, key: Array(key(number)))
  }

  static func name(chapter number: UInt64) -> RowName {
    RowName(table: chapter, key: Array(key(number)))
  }

  static func key(_ number: UInt64) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }

  static func number(_ name: RowName) -> UInt64 { name.key.reduce(0) { $0 << 8 | UInt64($1) } }
}

extension AccessLink {
  /// The values of the link's columns.
  var cells: [Cell] { [.integer(Int64(clamping: chapter)), .integer(Int64(kind)), .blob(tag)] }

  /// The values of the link's columns where there is none.
  static let noCells = [Cell](repeating: .null, count: 3)

  /// How a row is bound to those before it; nil when it is not.
  init?(_ row: StoredRow) {
    let cells = row.cells.dropFirst(AccessSchema.recordColumns.count)
    guard cells.count == 3, case .integer(let chapter) = cells[cells.startIndex], chapter >= 0,
      case .integer(let kind) = cells[cells.startIndex + 1], let kind = UInt8(exactly: kind),
      case .blob(let tag) = cells[cells.startIndex + 2]
    else { return nil }
    self.init(number: AccessSchema.number(row.name), chapter: UInt64(chapter), kind: kind, tag: tag)
  }
}

extension StoredRow {
  /// What a tag of the access log is over.
  var linkedContent: [UInt8] { CellList.encoded(Array(cells.prefix(AccessSchema.recordColumns.count))) }
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
