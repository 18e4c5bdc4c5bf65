internal import AgentAPI
internal import ArgumentParser
internal import FoundationEssentials
internal import LoginStart
internal import Terminal
internal import VaultClient

/// `vault agent`
struct AgentGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent", abstract: "Manage the agent, the process that holds the keys.",
    subcommands: [AgentStatus.self, AgentStart.self, AgentStop.self, AgentEnable.self, AgentDisable.self])
}

/// `vault agent start`
struct AgentStart: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start the agent where none runs.",
    discussion: """
      Every command starts it, so this is for what shall work without one: reminders, and what the server pushes.

      EXAMPLES
        vault agent start
      """)

  @Flag(help: "Do nothing where there is no vault yet, or after vault agent disable; for systemd and the desktop.")
  var atLogin = false

  func run(in context: CommandContext) throws {
    if atLogin {
      let paths = try VaultPaths(environment: context.environment)
      guard FileManager.default.fileExists(atPath: paths.data) else { return }
      guard context.loginStart(paths).inForce != .switchedOff else { return }
    }
    try context.connector().start()
  }
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
