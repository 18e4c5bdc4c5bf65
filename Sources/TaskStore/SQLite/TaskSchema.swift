internal import FoundationEssentials
internal import VaultModel

/// The tables of the task database (docs/decisions/0011-tables-of-tasks.md).
enum TaskSchema {
  static let task = Table(index: 1, name: "task", columns: TaskColumn.names)
  static let state = Table(index: 2, name: "vaultState", columns: ["value"])
  static let operation = Table(index: 3, name: "operation", columns: OperationColumn.names)
  static let mark = Table(index: 4, name: "reminderMark", columns: ReminderColumn.names)

  /// Stands in ``state`` from the commit after which stale plaintext must be nowhere until it is.
  static let eraseMark = RowName(table: state, key: Array("erase-due".utf8))

  /// Holds, in ``state``, the highest number that an operation has had which is in the log no more.
  static let lastNumber = RowName(table: state, key: Array("last-operation".utf8))

  static let schema = Schema(
    tables: [Schema.lostTable, task, state, operation, mark],
    migrations: [firstVersion, secondVersion, thirdVersion, fourthVersion],
    index: TaskIndex())

  private static let firstVersion =
    Schema.baseSQL + """
      CREATE TABLE task (key BLOB PRIMARY KEY NOT NULL, name BLOB, label BLOB, isDone INTEGER, dueDate REAL,
        alwaysVerify INTEGER, sealVersion INTEGER, sealDigest BLOB, ownerMAC BLOB, createdAt REAL, modifiedAt REAL,
        revision INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE vaultState (key BLOB PRIMARY KEY NOT NULL, value BLOB, revision INTEGER NOT NULL,
        checksum INTEGER NOT NULL) WITHOUT ROWID;
      """

  private static let secondVersion = """
    ALTER TABLE task ADD COLUMN notes BLOB;
    ALTER TABLE task ADD COLUMN isAllDay INTEGER;
    ALTER TABLE task ADD COLUMN subtasks BLOB;
    ALTER TABLE task ADD COLUMN notify INTEGER;
    ALTER TABLE task ADD COLUMN priority INTEGER;
    ALTER TABLE task ADD COLUMN tags BLOB;
    ALTER TABLE task ADD COLUMN project BLOB;
    ALTER TABLE task ADD COLUMN recurrence BLOB;
    ALTER TABLE task ADD COLUMN destruction;
    ALTER TABLE task ADD COLUMN completedAt REAL;
    CREATE TABLE operation (key BLOB PRIMARY KEY NOT NULL, date REAL, action BLOB, tasks BLOB, isSealed INTEGER,
      record BLOB, revision INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE reminderMark (key BLOB PRIMARY KEY NOT NULL, delivered REAL, snoozedUntil REAL,
      revision INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
    """

  private static let thirdVersion = "ALTER TABLE task ADD COLUMN dueDay INTEGER;"

  private static let fourthVersion = "ALTER TABLE operation ADD COLUMN isSkipped INTEGER;"

  static func name(_ id: UUID) -> RowName { RowName(table: task, key: id.bytes) }

  static func lostName(_ id: UUID) -> RowName {
    RowName(table: Schema.lostTable, key: [UInt8(task.index)] + id.bytes)
  }

  /// The key is the operation's number, big-endian, so that keys sort as operations do.
  static func name(operation number: Int64) -> RowName {
    RowName(table: operation, key: withUnsafeBytes(of: number.bigEndian) { Array($0) })
  }

  static func name(markOf task: UUID, _ subtask: UUID?) -> RowName {
    RowName(table: mark, key: task.bytes + (subtask?.bytes ?? []))
  }
}

/// The columns of ``TaskSchema/task``; a new one comes last, with a migration.
enum TaskColumn: Int, StoredColumn {
  case name, label, isDone, dueDate, alwaysVerify, sealVersion, sealDigest, ownerMAC, createdAt, modifiedAt, notes
  case isAllDay, subtasks, notify, priority, tags, project, recurrence, destruction, completedAt, dueDay
}

/// What a subtask's list of cells holds.
enum SubtaskColumn: Int, StoredColumn {
  case id, name, isDone, dueDate, isAllDay, notify, sealVersion, sealDigest, ownerMAC, dueDay
}

enum ReminderColumn: Int, StoredColumn { case delivered, snoozedUntil }
