internal import AgentAPI
internal import ArgumentParser

/// `vault done`
struct Done: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Mark tasks as done; one that repeats moves to its next date.",
    discussion: """
      EXAMPLES
        vault done 4f2a
        vault done 4f2a 81c0
      """)

  @OptionGroup var named: TaskArguments
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    try ChangeText(context: context).print(
      try context.run(CompleteTasks(named.tasks)), asJSON: json)
  }
}

/// `vault undone`
struct Undone: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "undone", abstract: "Open done tasks again.",
    discussion: """
      EXAMPLES
        vault undone 4f2a
      """)

  @OptionGroup var named: TaskArguments
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    try ChangeText(context: context).print(try context.run(ReopenTasks(named.tasks)), asJSON: json)
  }
}
