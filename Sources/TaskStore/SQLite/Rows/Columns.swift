/// The columns of a table, in their order, as the database names them. A new one stands at the end.
protocol StoredColumn: CaseIterable, RawRepresentable<Int> {}

extension StoredColumn {
  static var names: [String] { allCases.map { "\($0)" } }
}

enum TaskColumn: Int, StoredColumn {
  case name, label, isDone, dueDate, alwaysVerify, sealVersion, sealDigest, ownerMAC, createdAt, modifiedAt, notes
  case isAllDay, subtasks, notify, priority, tags, project, recurrence, destruction, completedAt, dueDay
}

/// What a subtask's list of cells holds.
enum SubtaskColumn: Int, StoredColumn {
  case id, name, isDone, dueDate, isAllDay, notify, sealVersion, sealDigest, ownerMAC, dueDay
}

enum OperationColumn: Int, StoredColumn { case date, action, tasks, isSealed, record, isSkipped }

enum ReminderColumn: Int, StoredColumn { case delivered, snoozedUntil }

/// A row's cells by their columns; those that a row of an older version lacks are null.
struct Cells<Column: StoredColumn> {
  private let cells: [Cell]

  init(_ cells: [Cell]) { self.cells = cells }

  subscript(column: Column) -> Cell {
    let index = column.rawValue
    return index < cells.count ? cells[index] : .null
  }
}
