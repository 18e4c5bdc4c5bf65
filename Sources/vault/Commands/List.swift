internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault list`
struct List: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tasks; protected ones show a lock and their label.",
    discussion: """
      The first column is the short id by which other commands name a task.

      EXAMPLES
        vault list
        vault list --json
      """)

  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws { try Self.show(asJSON: json.isSet, in: context) }

  /// Lists the tasks.
  static func show(asJSON: Bool, in context: CommandContext) throws {
    guard case .tasks(let rows) = try context.run(.list) else { throw Failure.unexpectedReply }
    if asJSON { return try context.output.json(["tasks": rows.map(TaskView.init)]) }
    if rows.isEmpty { return try context.errors.line("There are no tasks yet. Add one: vault add \"Buy milk\"") }
    try context.output.line(TaskText(context: context).list(rows).joined(separator: "\n"))
  }
}
