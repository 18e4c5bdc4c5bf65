internal import AgentAPI
internal import ArgumentParser

/// `vault store`
struct Store: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Manage the credential store.",
    subcommands: [StoreShow.self, StoreCheck.self, StoreMigrate.self, StoreAcceptRollback.self],
    defaultSubcommand: StoreShow.self)
}

/// `vault store status`
struct StoreShow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show which store is used, why, and where it is.",
    discussion: """
      EXAMPLES
        vault store status
        vault store status --json
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    try StoreText(context: context).print(try context.run(ShowStore()), asJSON: json)
  }
}

/// `vault store check`
struct StoreCheck: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Verify every record.",
    discussion: """
      It names damaged records and ends with status 65 when there are any.

      EXAMPLES
        vault store check
        vault store check --json
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    try StoreText(context: context).print(try context.run(CheckStore()), asJSON: json)
  }
}

/// `vault store migrate`
struct StoreMigrate: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Move everything to the other kind of store.",
    discussion: """
      It asks for the PIN. Stopped on the way, run it again: it goes on where it was.

      EXAMPLES
        vault store migrate --to file
        vault store migrate --to secret-service
      """)

  @Option(help: "Where it goes.")
  var to: StoreChoice
  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws {
    try context.finish(MigrateStore(to: to.kind), answers: pin.answers)
  }
}

/// `vault store accept-rollback`
struct StoreAcceptRollback: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept-rollback",
    abstract: "Accept an older state of the store that you restored yourself.",
    discussion: """
      A store that went back in time is refused, since that is what an attacker would do. This accepts it.

      EXAMPLES
        vault store accept-rollback
      """)

  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws { try context.finish(AcceptStoreRollback(), answers: pin.answers) }
}
