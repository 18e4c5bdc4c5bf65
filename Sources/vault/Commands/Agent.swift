internal import AgentAPI
internal import ArgumentParser
internal import Terminal
internal import VaultClient

/// `vault agent`
struct AgentGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent", abstract: "Manage the agent, the process that holds the keys.",
    subcommands: [AgentStop.self])
}

/// `vault agent stop`
struct AgentStop: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Lock, and end the agent; the next command starts a new one.",
    discussion: """
      EXAMPLES
        vault agent stop
      """)

  func run(in context: CommandContext) throws {
    guard let client = try context.connector(onlyLocks: true).connectIfRunning() else {
      return try context.output.line("No agent is running.")
    }
    try client.stop()
    try context.output.line("The agent has ended.")
  }
}
