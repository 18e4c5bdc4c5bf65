internal import AgentAPI
internal import ArgumentParser
internal import Terminal
internal import VaultModel

/// `vault notify`
struct Notify: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Switch a task's or a subtask's reminder on or off.",
    discussion: """
      A subtask without a due date of its own is told when its task is due.

      EXAMPLES
        vault notify on 4f2a
        vault notify off 4f2a 2
      """)

  @Argument(help: "Whether to remind.")
  var state: Switch
  @Argument(help: "The task's short id, or any unique beginning of its UUID.")
  var task: String
  @Argument(help: "The subtask's number.")
  var subtask: Int?
  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws {
    let command = TaskCommand.notify(tasks: [task], subtask: subtask, isOn: state == .on)
    try ChangeText(context: context).print(try context.run(.change(command)), asJSON: json.isSet)
  }
}

/// On or off.
enum Switch: String, ExpressibleByArgument, CaseIterable {
  case on, off
}

/// `vault snooze`
struct Snooze: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze", abstract: "Put a reminder off; the due date stays.",
    discussion: """
      EXAMPLES
        vault snooze 4f2a in 2h
        vault snooze 4f2a tomorrow 9:00
      """)

  @Argument(help: "The task's short id, or any unique beginning of its UUID.")
  var task: String
  @Argument(help: "Until when: \"in 2h\", tomorrow, \"fri 18:00\".")
  var until: [String]
  @Option(help: "The number of the subtask whose reminder is meant.")
  var subtask: Int?
  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws {
    guard let until = try context.due(self.until.joined(separator: " "))?.date else { return }
    let command = TaskCommand.snooze(task: task, subtask: subtask, until: until)
    let text = ChangeText(context: context, detail: " until \(Moment(until).local)")
    try text.print(try context.run(.change(command)), asJSON: json.isSet)
  }
}

/// `vault reminders`
struct Reminders: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminders", abstract: "Show what you will be reminded of, the next first.",
    discussion: """
      EXAMPLES
        vault reminders
        vault reminders --limit 5 --json
      """)

  @Option(help: "Show at most so many, 1 to 1000.")
  var limit = 50
  @OptionGroup var json: JSONOption

  func validate() throws {
    guard (1...1000).contains(limit) else { throw ValidationError("--limit takes 1 to 1000.") }
  }

  func run(in context: CommandContext) throws {
    guard case .reminders(let rows) = try context.run(.reminders(limit: limit)) else { throw Failure.unexpectedReply }
    if json.isSet { return try context.output.json(["reminders": rows.map(ReminderView.init)]) }
    if rows.isEmpty {
      return try context.errors.line("No reminder is to come. Switch one on: vault notify on TASK")
    }
    let text = TaskText(context: context)
    let cells = rows.map { row in
      let step = row.subtask.map { " / \(row.task.subtasks[$0 - 1].name ?? "step \($0)")" } ?? ""
      let later = row.snoozedUntil == nil ? "" : "  (snoozed, due \(Moment(row.date).local))"
      return [
        Table.Cell(Moment(row.snoozedUntil ?? row.date).local),
        Table.Cell(row.task.shortID, paint: context.output.style.dim),
        Table.Cell(text.title(row.task) + step + later),
      ]
    }
    try context.output.line(Table(cells).lines(width: context.output.columns).joined(separator: "\n"))
  }
}

/// A reminder as `--json` prints it.
struct ReminderView: Encodable {
  private let date: String
  private let snoozedUntil: Nullable<String>
  private let subtask: Nullable<Int>
  private let task: TaskView

  init(_ row: ReminderRow) {
    date = Moment(row.date).iso
    snoozedUntil = Nullable(row.snoozedUntil.map { Moment($0).iso })
    subtask = Nullable(row.subtask)
    task = TaskView(row.task)
  }
}
