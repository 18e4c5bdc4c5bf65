internal import AgentAPI
internal import ArgumentParser
internal import Localization
internal import VaultModel

/// `vault subtask`
struct Subtask: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subtask", abstract: "Add, change, finish, move or delete the subtasks of a task.",
    discussion: """
      Subtasks are named by their numbers, which `vault show TASK` prints.

      EXAMPLES
        vault subtask add 3f2a "Buy stamps" --due fri
        vault subtask done 3f2a 1
      """,
    subcommands: [
      SubtaskAdd.self, SubtaskChange.self, SubtaskDone.self, SubtaskUndone.self, SubtaskDelete.self, SubtaskMove.self,
    ])
}

/// The task whose subtasks are meant.
struct ParentArgument: ParsableArguments {
  @Argument(help: "The task's short id, or any unique beginning of its UUID.")
  var task: String
}

/// `vault subtask add`
struct SubtaskAdd: DatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a subtask at the end.",
    discussion: """
      The text of a protected task's subtask is asked for, or read from standard input where `-` is given.

      EXAMPLES
        vault subtask add 4f2a "Pack the books"
        vault subtask add 4f2a "Hand over keys" --due "fri 10:00" --notify
      """)

  @OptionGroup var parent: ParentArgument
  @Argument(help: "What there is to do.")
  var text: [String] = []
  @Option(help: "When it is due; without it, when its task is.")
  var due: String?
  @Flag(help: "Remind me when it is due.")
  var notify = false
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let readsInput = text == ["-"]
    let draft = SubtaskDraft(
      name: readsInput ? "" : text.joined(separator: " "), due: try context.due(due), notify: notify)
    let answers = PreparedAnswers(textFromInput: readsInput)
    let reply = try context.run(AddSubtask(task: parent.task, subtask: draft), answers: answers)
    try ChangeText(context: context).print(reply, asJSON: json)
  }
}

/// `vault subtask edit`
struct SubtaskChange: DatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a subtask.",
    discussion: """
      EXAMPLES
        vault subtask edit 4f2a 2 --name "Pack the records"
        vault subtask edit 4f2a 2 --due none
        vault subtask edit 4f2a 2 --due "fri 10:00" --notify
        vault subtask edit 4f2a 2 --text     asks for a protected subtask's new text
      """)

  @OptionGroup var parent: ParentArgument
  @Argument(help: "The subtask's number.")
  var number: Int
  @Option(help: "What there is to do.")
  var name: String?
  @Option(help: "When it is due, or none for when its task is.")
  var due: OrNone<Words>?
  @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Remind me when it is due, or don't.")
  var notify: Bool?
  @Flag(help: "Ask for a new text of a protected task's subtask; it is sealed.")
  var text = false
  @OptionGroup var pin: PINOption
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    guard name != nil || due != nil || notify != nil || text else {
      throw Failure(.usage, "Nothing is named that should change.", hint: "Give --name, --due, --notify or --text.")
    }
    let edit = SubtaskEdit(name: name, due: try context.dueEdit(due), notify: notify)
    let command = EditSubtask(task: parent.task, number: number, changes: edit, asksText: text)
    let reply = try context.run(command, answers: pin.answers)
    try ChangeText(context: context).print(reply, asJSON: json)
  }
}

/// The subtasks that are meant.
struct StepArguments: ParsableArguments {
  @Argument(help: "The task's short id, or any unique beginning of its UUID.")
  var task: String
  @Argument(help: "The numbers of the subtasks.")
  var numbers: [Int]
}

/// `vault subtask done`
struct SubtaskDone: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Mark subtasks as done.",
    discussion: """
      EXAMPLES
        vault subtask done 4f2a 1 3
      """)

  @OptionGroup var steps: StepArguments
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let command = CompleteSubtasks(task: steps.task, numbers: steps.numbers)
    try ChangeText(context: context).print(try context.run(command), asJSON: json)
  }
}

/// `vault subtask undone`
struct SubtaskUndone: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "undone", abstract: "Open subtasks again.",
    discussion: """
      EXAMPLES
        vault subtask undone 4f2a 1
      """)

  @OptionGroup var steps: StepArguments
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let command = ReopenSubtasks(task: steps.task, numbers: steps.numbers)
    try ChangeText(context: context).print(try context.run(command), asJSON: json)
  }
}

/// `vault subtask delete`
struct SubtaskDelete: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete subtasks; vault undo brings them back.",
    discussion: """
      EXAMPLES
        vault subtask delete 4f2a 2
      """)

  @OptionGroup var steps: StepArguments
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let command = DeleteSubtasks(task: steps.task, numbers: steps.numbers)
    try ChangeText(context: context).print(try context.run(command), asJSON: json)
  }
}

/// `vault subtask move`
struct SubtaskMove: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a subtask to another place.",
    discussion: """
      EXAMPLES
        vault subtask move 4f2a 3 1
      """)

  @OptionGroup var parent: ParentArgument
  @Argument(help: "The subtask's number.")
  var number: Int
  @Argument(help: "The number it is to have.")
  var to: Int
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let command = MoveSubtask(task: parent.task, number: number, to: to)
    try ChangeText(context: context).print(try context.run(command), asJSON: json)
  }
}
