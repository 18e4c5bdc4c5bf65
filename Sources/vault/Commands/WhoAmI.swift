internal import AgentAPI
internal import ArgumentParser

/// `vault whoami`
struct WhoAmI: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Print the email of the account that is logged in.",
    discussion: """
      It logs in first where needed, silently if it can.

      EXAMPLES
        vault whoami
        vault whoami --json
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let account = try context.run(ShowAccount())
    if json { return try context.output.json(["account": AccountView(account)]) }
    try AccountText(account).printName(to: context.output)
  }
}
