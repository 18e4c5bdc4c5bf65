internal import AgentAPI
internal import ArgumentParser

/// `vault lock`
struct Lock: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Lock now: erase the keys and take protected text off every screen.",
    discussion: """
      For a screen locker that tells nobody: swayidle before-sleep 'vault lock'

      EXAMPLES
        vault lock
      """)

  func run(in context: CommandContext) throws { try context.finish(.lock) }
}
