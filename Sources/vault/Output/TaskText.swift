internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultClient
internal import VaultModel

/// Tasks as people see them.
struct TaskText {
  let context: CommandContext
  let now: Date

  init(context: CommandContext, now: Date = Date()) {
    self.context = context
    self.now = now
  }

  private var style: Style { context.output.style }
  private let zone = LocalZone.system()

  private func words(_ due: Date, _ isAllDay: Bool) -> String {
    RelativeTime.text(due, isAllDay: isAllDay, now: now, zone: zone)
  }

  /// When it is due, behind a comma and a word; nothing without a due date.
  func due(_ task: TaskRow, as word: String) -> String {
    guard let date = task.dueDate else { return "" }
    let local = DateText(date).local
    return ", \(word) \(task.isAllDay ? String(local.prefix(10)) : local)"
  }

  /// The task in a few words: its name, or a lock and its label.
  func title(_ task: TaskRow) -> String {
    guard task.isProtected else { return task.name ?? "" }
    return "\(context.writesUTF8 ? "🔒" : "[locked]") \(task.label ?? "Protected task")"
  }

  /// What a list says that is empty.
  static func nothing(_ filter: TaskFilter) -> String {
    filter == TaskFilter() ? "There is nothing to do. Add a task: vault add \"Buy milk\"" : "No task fits."
  }

  /// A list: short id, when due, how much it matters, what.
  func table(_ rows: [TaskRow]) -> Table { table(rows.map(cells)) }

  /// The same of rows of ``cells(_:)``.
  func table(_ cells: [[Table.Cell]]) -> Table { Table(cells).withoutEmptyColumns }

  /// The cells of a task's row.
  func cells(_ row: TaskRow) -> [Table.Cell] {
    let title = Table.Cell((row.isDone ? "[done] " : "") + title(row) + extras(row)) {
      row.isDone ? style.dim($0) : $0
    }
    return [Table.Cell(row.shortID, paint: style.dim), due(row), priority(row), title]
  }

  private func due(_ row: TaskRow) -> Table.Cell {
    guard let due = row.dueDate else { return Table.Cell("") }
    return Table.Cell(words(due, row.isAllDay), paint: paint(row))
  }

  /// Red is late, yellow is today.
  private func paint(_ row: TaskRow) -> (String) -> String {
    guard let due = row.dueDate, !row.isDone else { return { $0 } }
    if due < now { return style.bad }
    guard zone.dateTime(at: due).date == zone.dateTime(at: now).date else { return { $0 } }
    return style.warning
  }

  private func priority(_ row: TaskRow) -> Table.Cell {
    switch row.priority {
    case .high: Table.Cell("high", paint: style.bad)
    case .medium: Table.Cell("medium")
    case .low: Table.Cell("low", paint: style.dim)
    case nil: Table.Cell("")
    }
  }

  /// What stands behind the title: steps done, reminder, repetition, fields of text and tags.
  private func extras(_ row: TaskRow) -> String {
    var words: [String] = []
    if row.unconfirmed != nil { words.append(UnconfirmedDescription.mark) }
    if !row.subtasks.isEmpty { words.append("(\(row.subtasks.count { $0.isDone })/\(row.subtasks.count))") }
    if row.notify || row.subtasks.contains(where: { $0.notify && !$0.isDone }) {
      words.append(context.writesUTF8 ? "⏰" : "[remind]")
    }
    if row.recurrence != nil { words.append(context.writesUTF8 ? "↻" : "[repeats]") }
    for field in TaskField.listed { if let text = row[field] { words.append("\(field.name):\(text)") } }
    words += row.tags.map { "+\($0)" }
    return words.map { "  \($0)" }.joined()
  }
}

// MARK: One task

extension TaskText {
  /// The lines of one task.
  func details(_ task: TaskRow) -> [String] {
    let facts = facts(task)
    var lines = Table(facts.map { [Table.Cell($0.0, paint: style.bold), Table.Cell($0.1)] }).lines(width: nil)
    if let notes = task.notes {
      lines += [""]
      lines += notes.split(separator: "\n", omittingEmptySubsequences: false).map { Escaping.line(String($0)) }
    }
    if !task.subtasks.isEmpty {
      lines += [""]
      lines += Table(task.subtasks.enumerated().map { step($0.element, number: $0.offset + 1) }).lines(width: nil)
    }
    return lines
  }

  private func facts(_ task: TaskRow) -> [(String, String)] {
    var facts = [("Task", title(task)), ("Id", task.id.text), ("Short id", task.shortID)]
    if task.isProtected { facts.append(("Text", "hidden; `vault reveal \(task.shortID)` shows it")) }
    if let unconfirmed = task.unconfirmed { facts.append(("Sealed", UnconfirmedDescription.text(unconfirmed))) }
    if task.alwaysVerify { facts.append(("Verification", "at every reveal")) }
    if let due = task.dueDate { facts.append(("Due", dueWords(due, task.isAllDay))) }
    if task.notify { facts.append(("Reminder", "on")) }
    if let rule = task.recurrence { facts.append(("Repeats", RuleDescription(rule, zone: zone).text)) }
    if let priority = task.priority { facts.append(("Priority", priority.rawValue)) }
    for field in TaskField.all {
      if let title = field.title, let text = task[field] { facts.append((title, text)) }
    }
    if !task.tags.isEmpty { facts.append(("Tags", task.tags.map { "+\($0)" }.joined(separator: " "))) }
    if let destruction = task.destruction { facts.append(("Destroyed", words(destruction))) }
    facts.append(("Done", task.completedAt.map { DateText($0).local } ?? (task.isDone ? "yes" : "no")))
    return facts + [("Added", Self.when(task.createdAt)), ("Changed", Self.when(task.modifiedAt))]
  }

  /// What came without a date, from a calendar of others, is stored with the beginning of 1970.
  private static func when(_ date: Date) -> String {
    date.timeIntervalSince1970 == 0 ? "unknown" : DateText(date).local
  }

  private func dueWords(_ due: Date, _ isAllDay: Bool) -> String {
    let exact = DateText(due).local
    return "\(isAllDay ? String(exact.prefix(10)) : exact) (\(words(due, isAllDay)))"
  }

  private func words(_ destruction: Destruction) -> String {
    switch destruction {
    case .whenDone: "when done"
    case .at(let date): "on \(DateText(date).local)"
    }
  }

  private func step(_ step: SubtaskRow, number: Int) -> [Table.Cell] {
    let due = step.dueDate.map { words($0, step.isAllDay) } ?? ""
    let name = (step.name ?? "hidden") + (step.notify ? (context.writesUTF8 ? "  ⏰" : "  [remind]") : "")
    return [
      Table.Cell("\(number)", paint: style.dim), Table.Cell(step.isDone ? "[x]" : "[ ]"), Table.Cell(due),
      Table.Cell(name) { step.isDone ? style.dim($0) : $0 },
    ]
  }
}
