internal import AgentAPI
internal import ArgumentParser
internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import Terminal
internal import VaultClient
internal import VaultModel

/// `vault notify`
struct Notify: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Switch reminders of tasks, or of a subtask, on or off.",
    discussion: """
      You are reminded of a subtask without a due date of its own when its task is due. A number of up to three digits behind one
      task is a subtask of it; other words are tasks.

      EXAMPLES
        vault notify on 4f2a
        vault notify on 4f2a 81c0     two tasks
        vault notify off 4f2a 2       the second subtask
        vault notify off 4f2a --subtask 2
      """)

  @Argument(help: "Whether to remind.")
  var state: Switch
  @OptionGroup var named: TaskArguments
  @Option(help: "The number of the subtask whose reminder is meant.")
  var subtask: Int?
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let (tasks, subtask) = try Self.meant(named.tasks, subtask)
    let command = SetReminders(tasks: tasks, subtask: subtask, isOn: state == .on)
    try ChangeText(context: context).print(try context.run(command), asJSON: json)
  }

  /// The tasks, and the step of the only one: short ids have four digits at least, so that a shorter number is none.
  static func meant(_ words: [String], _ subtask: Int?) throws(Failure) -> (tasks: [String], subtask: Int?) {
    let numbers = words.dropFirst().filter { $0.number(digits: 1...3) != nil }
    if numbers.isEmpty, subtask == nil || words.count == 1 { return (words, subtask) }
    guard subtask == nil, words.count == 2, let number = numbers.first.flatMap({ Int($0) }) else {
      throw Failure(
        .usage, "A subtask is named behind the one task it belongs to.",
        hint: "For instance: vault notify on 4f2a 2, or for several tasks: vault notify on 4f2a 81c0")
    }
    return ([words[0]], number)
  }
}

/// On or off.
enum Switch: String, WordChoice {
  case on, off
}

/// `vault snooze`
struct Snooze: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze", abstract: "Put reminders off; the due dates stay.",
    discussion: """
      EXAMPLES
        vault snooze 4f2a in 2h
        vault snooze 4f2a tomorrow 9:00
        vault snooze 4f2a 81c0 tomorrow 9:00
        vault snooze 4f2a in 30m --subtask 2
      """)

  @Argument(
    help: ArgumentHelp(
      "Short ids, or any unique beginnings of UUIDs; then until when: in 2h, tomorrow, fri 18:00.",
      valueName: "task> ... <when"))
  var words: [String]
  @Option(help: "The number of the subtask whose reminder is meant.")
  var subtask: Int?
  @Flag(help: .json) var json = false

  static func prepared(_ words: [String]) throws(Failure) -> [String] {
    try DashMoment.check(words)
    return words
  }

  func run(in context: CommandContext) throws {
    let meant = try Self.meant(words, now: Date(), zone: .system())
    guard let until = try context.due(meant.until, isToCome: true)?.date else { return }
    let command = SnoozeReminders(tasks: meant.tasks, subtask: subtask, until: until)
    let text = ChangeText(context: context, detail: " until \(DateText(until).local)")
    try text.print(try context.run(command), asJSON: json)
  }

  /// The tasks, and what behind them is a moment: as many words as make one.
  static func meant(
    _ words: [String], now: Date, zone: LocalZone
  ) throws(Failure) -> (tasks: [String], until: String) {
    guard words.count > 1 else {
      throw Failure(.usage, "WHEN is missing.", hint: "For instance: vault snooze 4f2a in 2h")
    }
    for start in 1..<words.count {
      let text = words[start...].joined(separator: " ")
      do throws(Failure) {
        _ = try When(text, now: now, zone: zone)
        return (Array(words[..<start]), text)
      } catch { continue }
    }
    return ([words[0]], words[1...].joined(separator: " "))
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

  @Option(help: "Show at most N, up to 1000; 0 for 1000.")
  var limit = 50
  @Flag(help: .json) var json = false

  func validate() throws {
    guard (0...1000).contains(limit) else { throw ValidationError("--limit takes 0 to 1000.") }
  }

  func run(in context: CommandContext) throws {
    let rows = try context.run(ListReminders(limit: limit == 0 ? 1000 : limit))
    if json { return try context.output.json(["reminders": rows.map(ReminderView.init)]) }
    if rows.isEmpty {
      return try context.errors.line("No reminder is to come. Switch one on: vault notify on TASK")
    }
    let text = TaskText(context: context)
    let cells = rows.map { row in
      let step = row.subtask.map { " / \(row.task.subtasks[$0 - 1].name ?? "subtask \($0)")" } ?? ""
      let later = row.snoozedUntil == nil ? "" : "  (snoozed, due \(DateText(row.date).local))"
      return [
        Table.Cell(DateText(row.snoozedUntil ?? row.date).local),
        Table.Cell(row.task.shortID, paint: context.output.style.dim),
        Table.Cell(text.title(row.task) + step + later),
      ]
    }
    try context.output.line(Table(cells).lines(width: context.output.columns).joined(separator: "\n"))
  }
}

/// A reminder as `--json` prints it.
struct ReminderView: Encodable {
  private let date: Date
  private let snoozedUntil: Date?
  private let subtask: Int?
  private let task: TaskView

  init(_ row: ReminderRow) {
    date = row.date
    snoozedUntil = row.snoozedUntil
    subtask = row.subtask
    task = TaskView(row.task)
  }
}
