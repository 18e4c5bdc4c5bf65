internal import FoundationEssentials
internal import VaultModel

/// The tables of the task database.
enum TaskSchema {
  static let task = Table(
    index: 1, name: "task",
    columns: [
      "name", "label", "isDone", "dueDate", "alwaysVerify", "sealVersion", "sealDigest", "ownerMAC", "createdAt",
      "modifiedAt",
    ])
  static let state = Table(index: 2, name: "vaultState", columns: ["value"])

  static let schema = Schema(
    tables: [Schema.lostTable, task, state],
    migrations: [
      Schema.baseSQL + """
        CREATE TABLE task (key BLOB PRIMARY KEY NOT NULL, name BLOB, label BLOB, isDone INTEGER, dueDate REAL,
          alwaysVerify INTEGER, sealVersion INTEGER, sealDigest BLOB, ownerMAC BLOB, createdAt REAL, modifiedAt REAL,
          revision INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE vaultState (key BLOB PRIMARY KEY NOT NULL, value BLOB, revision INTEGER NOT NULL,
          checksum INTEGER NOT NULL) WITHOUT ROWID;
        """
    ])

  static func name(_ id: UUID) -> RowName { RowName(table: task, key: id.bytes) }

  static func lostName(_ id: UUID) -> RowName {
    RowName(table: Schema.lostTable, key: [UInt8(task.index)] + id.bytes)
  }
}

extension TodoTask {
  /// The values of the task's row, in the order of the columns.
  var cells: [Cell] {
    [
      .text(name), .text(label), .integer(isDone ? 1 : 0), .date(dueDate), .integer(alwaysVerify ? 1 : 0),
      seal.map { .integer(Int64($0.version)) } ?? .null, seal.map { .blob($0.digest) } ?? .null,
      seal?.ownerMAC.map { .blob($0) } ?? .null, .date(createdAt), .date(modifiedAt),
    ]
  }

  /// Reads a row.
  ///
  /// - Returns: nil when it is none of a task, which its checksum would only allow in a file made by hand.
  init?(_ row: StoredRow) {
    let cells = row.cells
    guard cells.count >= TaskSchema.task.columns.count, let id = UUID(bytes: row.name.key),
      let createdAt = cells[8].date, let modifiedAt = cells[9].date
    else { return nil }
    self.init(id: id, name: "", dueDate: cells[3].date, createdAt: createdAt)
    name = cells[0].text
    label = cells[1].text
    isDone = cells[2] == .integer(1)
    alwaysVerify = cells[4] == .integer(1)
    if case .integer(let version) = cells[5], case .blob(let digest) = cells[6] {
      seal = SealReference(version: Int(version), digest: digest)
      if case .blob(let code) = cells[7] { seal?.ownerMAC = code }
    }
    self.modifiedAt = modifiedAt
  }
}

extension Cell {
  /// Seconds since 2001-01-01 00:00 UTC, exactly as `Date` keeps them; SQLite has no negative zero.
  static func date(_ date: Date?) -> Cell { date.map { .real($0.timeIntervalSinceReferenceDate + 0) } ?? .null }

  var date: Date? { if case .real(let seconds) = self { Date(timeIntervalSinceReferenceDate: seconds) } else { nil } }

  var text: String? { if case .blob(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil } }
}
