internal import VaultModel

extension OperationSummary {
  /// Reads a row of the log, and of its record no more tasks than have to be known.
  ///
  /// - Parameter count: how many changes are shown.
  /// - Returns: nil when it is none of an operation.
  init?(_ row: StoredRow, showing count: Int) {
    let cells = Cells<OperationColumn>(row.cells)
    guard let date = cells[.date].date, let action = cells[.action].text, row.name.key.count == 8 else { return nil }
    let number = TaskOperation.number(of: row)
    guard !cells[.isSealed].flag else {
      let taskCount = (cells[.tasks].bytes?.count ?? 0) / 16
      self.init(
        id: number, date: date, action: action, taskCount: taskCount, isSkipped: cells[.isSkipped].flag, first: nil)
      return
    }
    guard let changes = ShownChanges(cells[.record], count) else { return nil }
    self.init(
      id: number, date: date, action: action, taskCount: changes.count, isSkipped: cells[.isSkipped].flag,
      first: changes.first, sealing: changes.sealing)
  }
}

/// What is read of an open record.
private struct ShownChanges {
  var count = 0
  var first: [TaskChange] = []
  var sealing: [TaskChange] = []

  init?(_ record: Cell, _ shownCount: Int) {
    guard record != .null else { return }
    guard case .blob(let bytes) = record, bytes.withUnsafeBytes({ read($0, shownCount) }) else { return nil }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer, _ shownCount: Int) -> Bool {
    guard var sides = CellScanner(bytes) else { return false }
    while let before = sides.next() {
      guard let after = sides.next() else { return false }
      if count < shownCount {
        first.append(TaskChange(before, after))
      } else if before.hasSeal || after.hasSeal {
        sealing.append(TaskChange(before, after))
      }
      count += 1
    }
    return sides.isAtEnd
  }
}

extension TaskChange {
  fileprivate init(_ before: CellScanner.Place, _ after: CellScanner.Place) {
    self.init(before: TodoTask(encoded: before.cell), after: TodoTask(encoded: after.cell))
  }
}

extension CellScanner.Place {
  /// Whether the task that ``TodoTask/encoded`` made this of has a sealed text.
  fileprivate var hasSeal: Bool {
    guard var cells = elements, cells.next() != nil else { return false }
    // The columns come after the id.
    var column = 0
    while let cell = cells.next() {
      if column == TaskColumn.sealVersion.rawValue, !cell.isNull { return true }
      if column == TaskColumn.subtasks.rawValue { return cell.hasSealedSubtask }
      column += 1
    }
    return false
  }

  private var hasSealedSubtask: Bool {
    guard var subtasks = elements else { return false }
    while let subtask = subtasks.next() {
      if subtask.element(SubtaskColumn.sealVersion.rawValue)?.isNull == false { return true }
    }
    return false
  }
}
