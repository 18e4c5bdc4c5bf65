internal import AgentAPI
internal import ArgumentParser

/// `vault restore`
struct Restore: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring a backup back into an empty vault.",
    discussion: """
      It asks for the recovery code, and for a new PIN.

      With --texts-only it works in the vault that the backup was made of: protected texts that were lost come back,
      everything else stays as it is. It asks for the PIN (or the recovery code) of this vault.

      EXAMPLES
        vault restore ~/vault-2026-12-24.backup
        vault restore FILE --recovery-code-stdin --pin-stdin < code-and-pin
        vault restore FILE --texts-only
      """)

  @Argument(help: "The backup.", completion: .file())
  var file: String
  @Flag(
    name: .customLong("texts-only"), help: "Restore only the lost protected texts of the tasks here."
  )
  var textsOnly = false
  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws {
    try context.finish(RestoreBackup(path: context.absolute(file), textsOnly: textsOnly), answers: pin.answers)
  }
}
