internal import AgentAPI
internal import FoundationEssentials
internal import Terminal

/// A task as `--json` prints it. The keys are stable; new ones may be added.
struct TaskView: Encodable {
  private let id: String
  private let shortId: String
  private let name: Nullable<String>
  private let label: Nullable<String>
  private let isDone: Bool
  private let isProtected: Bool
  private let alwaysVerify: Bool
  private let dueDate: Nullable<String>
  private let createdAt: String
  private let modifiedAt: String

  init(_ task: TaskRow) {
    id = task.id.uuidString.lowercased()
    shortId = task.shortID
    name = Nullable(task.name)
    label = Nullable(task.label)
    isDone = task.isDone
    isProtected = task.isProtected
    alwaysVerify = task.alwaysVerify
    dueDate = Nullable(task.dueDate.map { Moment($0).iso })
    createdAt = Moment(task.createdAt).iso
    modifiedAt = Moment(task.modifiedAt).iso
  }
}

/// Tasks as people see them.
struct TaskText {
  let context: CommandContext

  /// The task in a few words: its name, or a lock and its label.
  func title(_ task: TaskRow) -> String {
    guard task.isProtected else { return task.name ?? "" }
    return "\(context.writesUTF8 ? "🔒" : "[locked]") \(task.label ?? "Protected task")"
  }

  /// The lines of a list: short id, when due, what.
  func list(_ rows: [TaskRow]) -> [String] {
    let style = context.output.style
    let hasDates = rows.contains { $0.dueDate != nil }
    let cells = rows.map { row in
      let due = Table.Cell(row.dueDate.map { Moment($0).local } ?? "")
      let title = Table.Cell((row.isDone ? "[done] " : "") + title(row)) {
        row.isDone ? style.dim($0) : $0
      }
      return [Table.Cell(row.shortID, paint: style.dim)] + (hasDates ? [due] : []) + [title]
    }
    return Table(cells).lines(width: context.output.columns)
  }

  /// The lines of one task.
  func details(_ task: TaskRow) -> [String] {
    let style = context.output.style
    var facts = [("Task", title(task)), ("Id", task.id.uuidString.lowercased()), ("Short id", task.shortID)]
    if task.isProtected { facts.append(("Text", "hidden; `vault reveal \(task.shortID)` shows it")) }
    if task.alwaysVerify { facts.append(("Verification", "at every reveal")) }
    if let due = task.dueDate { facts.append(("Due", Moment(due).local)) }
    facts += [("Done", task.isDone ? "yes" : "no"), ("Added", Moment(task.createdAt).local)]
    facts.append(("Changed", Moment(task.modifiedAt).local))
    return Table(facts.map { [Table.Cell($0.0, paint: style.bold), Table.Cell($0.1)] }).lines(width: nil)
  }
}
