internal import AgentAPI
internal import ArgumentParser

/// `vault logout`
struct Logout: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "End the session with the server.",
    discussion: """
      It stays ended until the next `vault login`, which is silent while the credentials are stored.

      EXAMPLES
        vault logout
        vault logout --forget
      """)

  @Flag(help: "Also remove the stored credentials.")
  var forget = false

  func run(in context: CommandContext) throws { try context.finish(LogOut(forget: forget)) }
}
