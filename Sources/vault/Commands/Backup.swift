internal import AgentAPI
internal import ArgumentParser

/// `vault backup`
struct Backup: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write all tasks, sealed, into one file that the recovery code alone opens; not the login.",
    discussion: """
      The file must not exist yet. Where no PIN was ever set, a recovery code is created first, shown once and typed back;
      with --pin-stdin it is printed instead.

      EXAMPLES
        vault backup ~/vault-2026-12-24.backup
      """)

  @Argument(help: "The file to create.", completion: .file())
  var file: String
  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws {
    try context.finish(CreateBackup(path: context.absolute(file)), answers: pin.answers)
  }
}
