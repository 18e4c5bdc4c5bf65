internal import AgentAPI
internal import ArgumentParser
internal import LinuxSystem
internal import Terminal

/// `vault delete`
struct Delete: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete tasks, with their subtasks.",
    discussion: """
      At a terminal it asks first. `vault undo` brings them back for 30 days, protected texts, too.

      EXAMPLES
        vault delete 4f2a
        vault delete 4f2a 81c0 --yes
      """)

  @OptionGroup var named: TaskArguments
  @Flag(help: "Don't ask.")
  var yes = false
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    if !yes { try Confirmation(context: context).ask("Delete", named.tasks) }
    try ChangeText(context: context).print(try context.run(DeleteTasks(named.tasks)), asJSON: json)
  }
}
