internal import AgentAPI
internal import ArgumentParser

/// `vault restore`
struct Restore: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring a backup back into an empty vault.",
    discussion: """
      It asks for the recovery code, and for a new PIN.

      EXAMPLES
        vault restore ~/vault-2026-12-24.backup
        vault restore FILE --recovery-code-stdin --pin-stdin < code-and-pin
      """)

  @Argument(help: "The backup.", completion: .file())
  var file: String
  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws {
    try context.finish(.restore(path: context.absolute(file)), answers: pin.answers)
  }
}
