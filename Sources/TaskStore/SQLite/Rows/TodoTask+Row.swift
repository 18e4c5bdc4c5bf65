internal import CivilTime
internal import FoundationEssentials
internal import VaultModel

extension TodoTask {
  /// The values of the task's row, in the order of the columns.
  var cells: [Cell] { cells(in: DayZone.latest) }

  /// - Parameter zone: in which days are days.
  func cells(in zone: @autoclosure () -> LocalZone) -> [Cell] {
    let seal = SealReference.cells(seal)
    let subtasks = subtasks.map { Cell.list($0.cells(in: zone())) }
    let priority = priority.map { Cell.integer(Int64($0.rank)) }
    return [
      .text(name), .text(label), .integer(isDone ? 1 : 0), .date(dueDate), .integer(alwaysVerify ? 1 : 0), seal[0],
      seal[1],
      seal[2], .date(createdAt), .date(modifiedAt), .text(notes), .flag(isAllDay), .list(subtasks), .flag(notify),
      priority ?? .null, .list(tags.map { .text($0) }), .text(project), .text(recurrence?.text),
      destruction?.cell ?? .null, .date(completedAt), .day(endingAt: dueDate, isAllDay: isAllDay, in: zone()),
    ]
  }

  /// Reads a row.
  ///
  /// - Parameter zone: in which days are days.
  /// - Returns: nil when it is none of a task, which its checksum would only allow in a file made by hand.
  init?(_ row: StoredRow, in zone: @autoclosure () -> LocalZone = DayZone.latest) {
    guard let id = UUID(bytes: row.name.key) else { return nil }
    self.init(id: id, row.cells, in: zone())
  }

  /// Reads what ``cells`` wrote.
  ///
  /// - Parameter zone: in which days are days.
  init?(id: UUID, _ list: [Cell], in zone: @autoclosure () -> LocalZone = DayZone.latest) {
    let cells = Cells<TaskColumn>(list)
    guard let createdAt = cells[.createdAt].date, let modifiedAt = cells[.modifiedAt].date,
      let subtasks = cells[.subtasks].list,
      let tags = cells[.tags].list
    else { return nil }
    self.init(id: id, name: "", dueDate: cells[.dueDate].date, createdAt: createdAt)
    self.modifiedAt = modifiedAt
    name = cells[.name].text
    label = cells[.label].text
    isDone = cells[.isDone].flag
    alwaysVerify = cells[.alwaysVerify].flag
    seal = SealReference(version: cells[.sealVersion], digest: cells[.sealDigest], mark: cells[.ownerMAC])
    notes = cells[.notes].text
    isAllDay = cells[.isAllDay].flag
    if isAllDay, let end = cells[.dueDay].endOfDay(in: zone()) { dueDate = end }
    self.subtasks = subtasks.compactMap { $0.list.flatMap { TodoSubtask($0, in: zone()) } }
    notify = cells[.notify].flag
    priority = cells[.priority].integer.flatMap { rank in Priority.allCases.first { $0.rank == rank } }
    self.tags = tags.compactMap(\.text)
    project = cells[.project].text
    recurrence = cells[.recurrence].text.flatMap { RecurrenceRule($0) }
    destruction = Destruction(cells[.destruction])
    completedAt = cells[.completedAt].date
  }

  /// The task as one cell, for the operations log.
  var encoded: Cell { encoded(cells) }

  /// The task as one cell.
  ///
  /// - Parameter cells: its ``cells``, where they are known already.
  func encoded(_ cells: [Cell]) -> Cell { .list([.id(id)] + cells) }

  /// Reads what ``encoded`` made.
  init?(encoded: Cell) {
    guard let list = encoded.list, let id = list.first?.id else { return nil }
    self.init(id: id, Array(list.dropFirst()))
  }
}

extension TodoSubtask {
  func cells(in zone: @autoclosure () -> LocalZone) -> [Cell] {
    [.id(id), .text(name), .flag(isDone), .date(dueDate), .flag(isAllDay), .flag(notify)] + SealReference.cells(seal)
      + [.day(endingAt: dueDate, isAllDay: isAllDay, in: zone())]
  }

  init?(_ list: [Cell], in zone: @autoclosure () -> LocalZone) {
    let cells = Cells<SubtaskColumn>(list)
    guard let id = cells[.id].id else { return nil }
    self.init(
      id: id, name: cells[.name].text, dueDate: cells[.dueDate].date, isAllDay: cells[.isAllDay].flag,
      notify: cells[.notify].flag)
    isDone = cells[.isDone].flag
    seal = SealReference(version: cells[.sealVersion], digest: cells[.sealDigest], mark: cells[.ownerMAC])
    if isAllDay, let end = cells[.dueDay].endOfDay(in: zone()) { dueDate = end }
  }
}

extension Destruction {
  /// 1 for when the task is done, or a date.
  fileprivate var cell: Cell {
    switch self {
    case .whenDone: .integer(1)
    case .at(let date): .date(date)
    }
  }

  fileprivate init?(_ cell: Cell) {
    if cell.flag { self = .whenDone } else if let date = cell.date { self = .at(date) } else { return nil }
  }
}
