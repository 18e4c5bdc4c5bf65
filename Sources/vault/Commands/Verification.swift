internal import AgentAPI
internal import ArgumentParser

/// `vault verification`
struct Verification: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verification", abstract: "Choose how you verify that it is you.", subcommands: [VerificationUse.self])
}

/// `vault verification use`
struct VerificationUse: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Have later unlocks ask for the PIN, or ask the system (fingerprint, login password).",
    discussion: """
      The first unlock of an agent always takes the PIN or the recovery code.

      EXAMPLES
        vault verification use pam
        vault verification use pin
      """)

  @Argument(help: "What is asked for.")
  var method: VerificationChoice
  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws {
    try context.finish(UseVerification(method: method.method), answers: pin.answers)
  }
}
