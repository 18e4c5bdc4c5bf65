internal import AgentAPI
internal import ArgumentParser
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// `vault undo`
struct Undo: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last change, or the last few.",
    discussion: """
      `vault history` shows what would be taken back. Changes of the last 30 days, at most 1,000, are kept. What concerns a
      protected text asks for the PIN. A text that was destroyed does not come back; the exit status is 65 when nothing else was.

      At a terminal it asks before it takes back more than one.

      A change whose task something else has deleted or changed since can't be taken back (status 65). With --skip the last change
      stays as it is, and undo skips it from then on.

      --operation takes back one change by its number, which --json prints for every change, and leaves those after it as they are. A
      later change of the same task has to be taken back first (status 65).

      EXAMPLES
        vault undo
        vault undo 3
        vault undo --skip
        vault undo --operation 17
      """)

  @Argument(help: "How many changes.")
  var count = 1
  @Flag(help: "Leave them as they are: undo skips them permanently.")
  var skip = false
  @Option(help: ArgumentHelp("Take back this change and no other.", valueName: "number"))
  var operation: Int64?
  @Flag(help: "Don't ask.")
  var yes = false
  @OptionGroup var pin: PINOption
  @Flag(help: .json) var json = false

  func validate() throws {
    guard operation == nil || (count == 1 && !skip) else {
      throw ValidationError("--operation can't be combined with COUNT or --skip.")
    }
    guard (1...1000).contains(count) else { throw ValidationError("COUNT takes 1 to 1000.") }
  }

  func run(in context: CommandContext) throws {
    if skip { return try printSkipped(in: context) }
    if count > 1, !yes { try Confirmation(context: context).askToTakeBack(count) }
    let reply =
      if let operation {
        try context.run(UndoOperation(operation: operation), answers: pin.answers)
      } else {
        try context.run(UndoOperations(count: count), answers: pin.answers)
      }
    try ChangeText(context: context).print(reply, asJSON: json)
  }

  private func printSkipped(in context: CommandContext) throws {
    let rows = try context.run(SkipOperations(count: count))
    if json { return try context.output.json(["operations": rows.map(OperationView.init)]) }
    for row in rows {
      try context.output.line(Escaping.line("Left as it is (\(row.action)): \(OperationView.words(row))"))
    }
  }
}

/// `vault history`
struct History: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show what was changed, the newest first.",
    discussion: """
      EXAMPLES
        vault history
        vault history --limit 100 --json
      """)

  @Option(help: "Show at most N, up to 1000; 0 for all.")
  var limit = 20
  @Flag(help: .json) var json = false

  func validate() throws {
    guard (0...1000).contains(limit) else { throw ValidationError("--limit takes 0 to 1000.") }
  }

  func run(in context: CommandContext) throws {
    let rows = try context.run(
      ListHistory(limit: limit == 0 ? 1000 : limit, nameCount: json ? nil : OperationView.shownNameCount))
    if json { return try context.output.json(["operations": rows.map(OperationView.init)]) }
    if rows.isEmpty { return try context.errors.line("Nothing was changed yet.") }
    let style = context.output.style
    let cells = rows.map { row in
      [
        Table.Cell(DateText(row.date).local, paint: style.dim), Table.Cell(row.action, paint: style.bold),
        Table.Cell(OperationView.words(row) + (row.isSkipped ? " (undo passes over it)" : "")),
      ]
    }
    try context.output.line(Table(cells).lines(width: context.output.columns).joined(separator: "\n"))
  }
}

/// An operation as `--json` prints it.
struct OperationView: Encodable {
  private let id: Int64
  private let date: Date
  private let action: String
  private let tasks: [String?]
  private let taskCount: Int
  private let needsVerification: Bool
  private let isSkipped: Bool

  init(_ row: OperationRow) {
    id = row.id
    date = row.date
    action = row.action
    tasks = row.tasks.map { $0 }
    taskCount = row.taskCount ?? row.tasks.count
    needsVerification = row.needsVerification
    isSkipped = row.isSkipped
  }

  /// How many tasks of an operation are named to people.
  static let shownNameCount = 3

  static func words(_ row: OperationRow) -> String {
    let names = row.tasks.prefix(shownNameCount).map { $0 ?? "sealed" }
    let restCount = (row.taskCount ?? row.tasks.count) - names.count
    if names.isEmpty { return restCount == 1 ? "1 task" : "\(restCount) tasks" }
    return names.joined(separator: ", ") + (restCount > 0 ? " and \(restCount) more" : "")
  }
}
