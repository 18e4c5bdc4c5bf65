internal import AgentAPI
internal import Terminal
internal import VaultClient

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
    for line in report.lines.prefix(Self.shownCount) { try context.output.line(self.line(line)) }
    let rest = report.lines.count - Self.shownCount
    if rest > 0 { try context.output.line("… and \(rest) more") }
    for note in report.notes { try context.errors.line(Escaping.line(note)) }
  }

  /// What a change did in one line, and what went wrong after it.
  func sentence(_ report: TaskChangeReport) -> String {
    let more = report.lines.count > 1 ? ["… and \(report.lines.count - 1) more."] : []
    let trouble = report.trouble.map { [$0.message] } ?? []
    return (report.lines.prefix(1).map(line) + more + report.notes + trouble).joined(separator: " ")
  }

  private func line(_ line: TaskChangeReport.Line) -> String {
    let text = TaskText(context: context)
    let until =
      switch line.action {
      case "moved": text.due(line.task, as: "next")
      case "edit": text.due(line.task, as: "due")
      default: detail
      }
    return Escaping.line(
      "\(ActionName(line.action).text) \(line.task.shortID): \(text.title(line.task))\(Self.steps(line))\(until)")
  }

  private static func steps(_ line: TaskChangeReport.Line) -> String {
    guard let steps = line.steps, !steps.isEmpty else { return "" }
    let more = steps.count > shownCount ? ["and \(steps.count - shownCount) more"] : []
    let names = steps.prefix(shownCount).map { "\($0.number)" + ($0.name.map { " \($0)" } ?? "") }
    return " / " + (names + more).joined(separator: ", ")
  }

  /// How many tasks are named; nobody reads the ten thousand of an import. The rest are counted.
  private static let shownCount = 10
}
