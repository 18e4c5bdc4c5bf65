internal import AgentAPI
internal import ArgumentParser

/// `vault pin`
struct PIN: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Set, change or remove the PIN.",
    subcommands: [PINSet.self, PINChange.self, PINRemove.self])
}

/// `vault pin set`
struct PINSet: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the PIN and create a recovery code.",
    discussion: """
      The recovery code opens everything without the PIN. It is shown once and typed back; with --pin-stdin it is
      printed instead.

      EXAMPLES
        vault pin set
        printf '%s\\n' "$PIN" | vault pin set --pin-stdin --no-recovery
      """)

  @Flag(
    name: .customLong("no-recovery"), help: "Create no recovery code: a forgotten PIN then loses every protected text.")
  var withoutRecovery = false
  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws {
    let request = SetPIN(recovery: !withoutRecovery, confirmRecovery: !withoutRecovery && !pin.isSet)
    try context.finish(request, answers: pin.answers)
  }
}

/// `vault pin change`
struct PINChange: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Put a new PIN in the old one's place.",
    discussion: """
      With --pin-stdin the first line is the old PIN (or the recovery code), the second the new PIN.

      EXAMPLES
        vault pin change
        printf '%s\\n' "$OLD" "$NEW" | vault pin change --pin-stdin
      """)

  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws { try context.finish(ChangePIN(), answers: pin.answers) }
}

/// `vault pin remove`
struct PINRemove: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove the PIN; the recovery code stays.",
    discussion: """
      EXAMPLES
        vault pin remove
      """)

  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws { try context.finish(RemovePIN(), answers: pin.answers) }
}
