internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault status`, and `vault` alone
struct Status: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the current state: locked or not, logged in or not, which store.",
    discussion: """
      EXAMPLES
        vault status
        vault status --json
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let status = try context.run(ShowStatus())
    if json { return try context.output.json(StatusView(status)) }
    try context.output.write(
      Overview(status: status, style: context.output.style, columns: context.output.columns).text)
  }
}
