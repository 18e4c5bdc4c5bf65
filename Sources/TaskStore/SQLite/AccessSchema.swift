internal import FoundationEssentials
internal import VaultModel

/// Who asked for what; from `chapter` on, how the entry is bound to those before it.
enum AccessColumn: Int, StoredColumn {
  case date, task, action, program, pid, terminal, granted, reason
  case chapter, kind, tag
}

/// The tables of the access log.
enum AccessSchema {
  static let access = Table(index: 1, name: "access", columns: AccessColumn.names)
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
    let cells = Cells<AccessColumn>(row.cells)
    guard row.cells.count == AccessColumn.allCases.count, case .integer(let chapter) = cells[.chapter], chapter >= 0,
      case .integer(let kind) = cells[.kind], let kind = UInt8(exactly: kind), case .blob(let tag) = cells[.tag]
    else { return nil }
    self.init(number: AccessSchema.number(row.name), chapter: UInt64(chapter), kind: kind, tag: tag)
  }
}

extension StoredRow {
  /// What a tag of the access log is over.
  var linkedContent: [UInt8] { CellList.encoded(Array(cells.prefix(AccessColumn.chapter.rawValue))) }
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
    let cells = Cells<AccessColumn>(row.cells)
    guard let date = cells[.date].date, let action = cells[.action].text, let program = cells[.program].text,
      case .integer(let number) = cells[.pid], let pid = Int32(exactly: number), let reason = cells[.reason].text
    else { return nil }
    self.init(
      date: date, task: cells[.task].id, action: action, program: program, pid: pid, terminal: cells[.terminal].text,
      granted: cells[.granted].flag, reason: reason)
  }
}
