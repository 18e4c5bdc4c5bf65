internal import AgentAPI
internal import ArgumentParser

/// `vault recovery`
struct Recovery: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recovery", abstract: "Manage the recovery code.", subcommands: [RecoveryCreate.self])
}

/// `vault recovery create`
struct RecoveryCreate: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a new recovery code; the older one stops working.",
    discussion: """
      It asks for the PIN or the older code. The new code is shown once and typed back; with --pin-stdin it is printed.

      EXAMPLES
        vault recovery create
      """)

  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws { try context.finish(CreateRecoveryCode(), answers: pin.answers) }
}
