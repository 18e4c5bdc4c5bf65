internal import FoundationEssentials
internal import VaultModel

extension TaskOperation {
  /// The values of the operation's row, in the order of the columns.
  var cells: [Cell] {
    switch record {
    case .open(let changes): cells(ofOpen: changes.flatMap(\.sides))
    case .sealed(let bytes): head + [.integer(1), .blob(bytes), .flag(isSkipped)]
    }
  }

  /// The values of an open operation's row.
  ///
  /// - Parameter sides: those of its changes.
  func cells(ofOpen sides: [Cell]) -> [Cell] { head + [.null, .list(sides), .flag(isSkipped)] }

  private var head: [Cell] {
    [.date(date), .text(action), tasks.isEmpty ? .null : .blob(tasks.flatMap(\.bytes))]
  }

  /// Reads a row; nil when it is none of an operation.
  init?(_ row: StoredRow) {
    let cells = Cells<OperationColumn>(row.cells)
    guard let date = cells[.date].date, let action = cells[.action].text, row.name.key.count == 8,
      let record = Record(isSealed: cells[.isSealed].flag, cells[.record])
    else { return nil }
    self.init(id: Self.number(of: row), date: date, action: action, tasks: Self.tasks(of: row), record: record)
    isSkipped = cells[.isSkipped].flag
  }

  /// The number of a row's operation.
  static func number(of row: StoredRow) -> Int64 { row.name.key.reduce(0) { $0 << 8 | Int64($1) } }

  /// The tasks of a row, without looking at the record.
  static func tasks(of row: StoredRow) -> [UUID] {
    let ids = Cells<OperationColumn>(row.cells)[.tasks].bytes ?? []
    return stride(from: 0, to: ids.count, by: 16).compactMap { UUID(bytes: Array(ids[$0...].prefix(16))) }
  }
}

extension TaskOperation.Record {
  fileprivate init?(isSealed: Bool, _ cell: Cell) {
    if isSealed {
      self = .sealed(cell.bytes ?? [])
      return
    }
    guard let sides = cell.list, sides.count % 2 == 0 else { return nil }
    self = .open(
      stride(from: 0, to: sides.count, by: 2).map {
        TaskChange(before: TodoTask(encoded: sides[$0]), after: TodoTask(encoded: sides[$0 + 1]))
      })
  }
}

extension ReminderState {
  /// The values of the mark's row.
  var cells: [Cell] { [.date(delivered), .date(snoozedUntil)] }

  /// Reads a row; nil when it is none of a mark.
  init?(_ row: StoredRow) {
    let key = row.name.key
    let cells = Cells<ReminderColumn>(row.cells)
    guard let task = UUID(bytes: Array(key.prefix(16))) else { return nil }
    self.init(
      task: task, subtask: UUID(bytes: Array(key.dropFirst(16))), delivered: cells[.delivered].date,
      snoozedUntil: cells[.snoozedUntil].date)
  }
}

extension TaskChange {
  /// The task before and after, as the operations log keeps them.
  var sides: [Cell] { [before?.encoded ?? .null, after?.encoded ?? .null] }
}
