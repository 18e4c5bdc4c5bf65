internal import AgentAPI
internal import ArgumentParser

/// `vault lock`
struct Lock: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Lock now: erase the keys and take protected text off every screen.",
    discussion: """
      For a screen locker that notifies nobody: swayidle before-sleep 'vault lock'

      Where the system verifies you (vault verification use pam), the agent keeps the key wrapped over a lock, for at most 72
      hours. With --forget it drops it, and the next unlock takes the PIN.

      EXAMPLES
        vault lock
        vault lock --forget
      """)

  @Flag(help: "Drop the key kept for verification by the system, too.")
  var forget = false

  func run(in context: CommandContext) throws {
    if forget { try context.finish(LockVaultAndForget()) } else { try context.finish(LockVault()) }
  }
}
