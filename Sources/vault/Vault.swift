internal import AgentAPI
internal import ArgumentParser
internal import Glibc
internal import Terminal

/// The command line. It parses, asks, shows; the agent knows, keeps and decides.
@main
struct Vault: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "vault",
    abstract: "Keeps tasks, some of them protected: sealed, and shown only after you prove who you are.",
    discussion: """
      Without a command it says how things stand and what to do next.

      EXAMPLES
        vault login                        log in; later commands do it silently
        vault pin set                      make the PIN and the recovery code
        vault add "Buy milk" --due 2026-12-24
        vault add --protected --label "Door code"
        vault list
        vault reveal 4f2a                  show a protected task's text after the PIN
        vault lock                         hide everything now
      """,
    version: AgentProtocol.build,
    groupedSubcommands: [
      CommandGroup(name: "Tasks", subcommands: [Add.self, List.self, Show.self, Reveal.self]),
      CommandGroup(name: "Locking", subcommands: [Unlock.self, Lock.self, PIN.self, Recovery.self, Verification.self]),
      CommandGroup(name: "Account", subcommands: [Login.self, Logout.self, WhoAmI.self]),
      CommandGroup(
        name: "Care",
        subcommands: [
          Status.self, Log.self, Doctor.self, Store.self, Backup.self, Restore.self, Agent.self,
        ]),
    ])

  /// Without a command: the overview.
  func run(in context: CommandContext) throws {
    guard case .status(let status) = try context.run(.status) else { throw Failure.unexpectedReply }
    try context.output.write(Overview(status: status, style: context.output.style).text)
  }

  /// Runs the command line and ends with an exit status from `sysexits.h`.
  static func main() {
    do {
      var command = try parsed(Array(CommandLine.arguments.dropFirst()))
      try command.run()
    } catch {
      Glibc.exit(report(error))
    }
  }

  /// What scripts and prompts run most. Parsed alone, they leave the tree of all the other commands unbuilt, which is most
  /// of the time of a start.
  private static let frequent: [String: any ParsableCommand.Type] = [
    "add": Add.self, "list": List.self, "lock": Lock.self, "reveal": Reveal.self, "show": Show.self,
    "status": Status.self,
  ]

  /// The command that the words ask for. What a frequent command does not take, questions for help included, is answered
  /// by the whole tree.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    if let command = words.first.flatMap({ frequent[$0] }) {
      do { return try command.parse(Array(words.dropFirst())) } catch { return try parseAsRoot(words) }
    }
    return try parseAsRoot(words)
  }

  /// Tells what went wrong.
  ///
  /// - Returns: the exit status.
  private static func report(_ error: any Error) -> Int32 {
    let context = CommandContext.live()
    let failure = error as? Failure ?? (error as? TerminalError).map(Failure.init)
    if let failure {
      let report = ErrorReport(failure)
      context.errors.writeIfPossible(report.text)
      return report.exitStatus
    }
    let status = exitCode(for: error).rawValue
    let text = fullMessage(for: error)
    if status == 0 {
      context.output.writeIfPossible(text + "\n")
    } else if !text.isEmpty {
      context.errors.writeIfPossible("vault: " + (text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text) + "\n")
    }
    return status
  }
}
