internal import AgentAPI
internal import Terminal

/// What a change did, a line for each task.
struct ChangeText {
  let context: CommandContext
  /// What stands behind each line.
  var detail = ""

  /// Prints it, or its JSON, and fails with what went wrong after the change.
  func print(_ report: TaskChangeReport, asJSON: Bool) throws {
    if asJSON { try context.output.json(ChangeView(report)) } else { try print(report) }
    if let trouble = report.trouble { throw trouble }
  }

  private func print(_ report: TaskChangeReport) throws {
    let text = TaskText(context: context)
    for line in report.lines.prefix(Self.shownCount) {
      let until =
        switch line.action {
        case "moved": text.due(line.task, as: "next")
        case "edit": text.due(line.task, as: "due")
        default: detail
        }
      try context.output.line(
        Escaping.line(
          "\(Self.words(line.action)) \(line.task.shortID): \(text.title(line.task))\(Self.steps(line))\(until)"))
    }
    let rest = report.lines.count - Self.shownCount
    if rest > 0 { try context.output.line("… and \(rest) more") }
    for note in report.notes { try context.errors.line(Escaping.line(note)) }
  }

  private static func steps(_ line: TaskChangeReport.Line) -> String {
    guard let steps = line.steps, !steps.isEmpty else { return "" }
    let more = steps.count > shownCount ? ["and \(steps.count - shownCount) more"] : []
    let names = steps.prefix(shownCount).map { "\($0.number)" + ($0.name.map { " \($0)" } ?? "") }
    return " / " + (names + more).joined(separator: ", ")
  }

  /// How many tasks are named; nobody reads the ten thousand of an import. The rest are counted.
  private static let shownCount = 10

  private static func words(_ action: String) -> String {
    switch action {
    case "moved": "Done"
    case "edit": "Changed"
    case "protect": "Protected"
    case "unprotect": "Unprotected"
    case "undone": "Open again"
    case "notify on": "Reminder on"
    case "notify off": "Reminder off"
    case "subtask add": "Step added to"
    case "subtask edit": "Step changed in"
    case "subtask done": "Step done in"
    case "subtask undone": "Step open again in"
    case "subtask delete": "Step deleted from"
    case "subtask move": "Step moved in"
    default:
      action.hasPrefix("undo ")
        ? "Taken back (\(action.dropFirst(5)))" : action.prefix(1).uppercased() + action.dropFirst()
    }
  }
}
