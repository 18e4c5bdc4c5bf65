internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault show`
struct Show: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one task, without protected text.",
    discussion: """
      EXAMPLES
        vault show 4f2a
        vault show 4f2a --json
      """)

  @Argument(help: "The task's short id, or any unique beginning of its UUID.")
  var task: String
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let row = try context.run(ShowTask(task: task))
    if json { return try context.output.json(["task": TaskView(row)]) }
    try context.output.line(TaskText(context: context).details(row).joined(separator: "\n"))
  }
}
