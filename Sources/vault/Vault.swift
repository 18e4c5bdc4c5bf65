internal import AgentAPI
internal import ArgumentParser
internal import ErasingHeap
internal import Glibc
internal import Localization
internal import Terminal

/// The command line. It parses, asks and shows; the agent stores and decides.
@main
struct Vault: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vault",
    abstract: "Keeps tasks, some of them protected: sealed, and shown only after you verify that it is you.",
    discussion: """
      Without a command it shows the current state and what to do next.

      EXAMPLES
        vault login                        log in; later commands do it silently
        vault pin set                      set the PIN and create a recovery code
        vault add "Buy milk" --due tomorrow
        vault add --protected --label "Door code"
        vault list
        vault reveal 4f2a                  show a protected task's text after the PIN
        vault lock                         hide everything now
      """,
    version: AgentProtocol.build,
    groupedSubcommands: [
      CommandGroup(
        name: "Tasks",
        subcommands: [
          Add.self, List.self, Search.self, Show.self, Reveal.self, Code.self, Edit.self, Done.self, Undone.self,
          Delete.self,
          Subtask.self, Protect.self, Unprotect.self, Undo.self, History.self, Import.self, Export.self,
        ]),
      CommandGroup(name: "Reminders", subcommands: [Notify.self, Snooze.self, Reminders.self]),
      CommandGroup(
        name: "Inbox",
        subcommands: [Inbox.self, Messages.self, Message.self, Channels.self, PushCommand.self, Devices.self]),
      CommandGroup(
        name: "People",
        subcommands: [
          Profile.self, PeopleCommand.self, Follow.self, Unfollow.self, Propose.self, Proposals.self,
        ]),
      CommandGroup(name: "Locking", subcommands: [Unlock.self, Lock.self, PIN.self, Recovery.self, Verification.self]),
      CommandGroup(name: "Account", subcommands: [Login.self, Logout.self, WhoAmI.self]),
      CommandGroup(
        name: "Care",
        subcommands: [
          Status.self, Log.self, Doctor.self, Settings.self, Store.self, TasksGroup.self, Backup.self, Restore.self,
          AgentGroup.self, Erase.self,
        ]),
    ])

  /// Without a command it shows the current state.
  static let parser = CommandLineParser(root: Self.self, overview: Status.self)

  /// Runs the command line and ends with an exit status from `sysexits.h`.
  static func main() {
    do {
      guard erasingHeapIsInForce() else {
        throw Failure(.unavailable, "Freed memory would not be erased.", hint: "Build it as the Makefile does.")
      }
      var command = try parser.command(Array(CommandLine.arguments.dropFirst()))
      try command.run()
    } catch {
      Glibc.exit(report(error))
    }
  }

  /// Reports what went wrong.
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
    if status == 0 { return printed(helpText(for: error, context) ?? text, context) }
    if !text.isEmpty {
      // The parser quotes what was typed, or pasted.
      let reason = Escaping.escaped(text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text)
      context.errors.writeIfPossible("vault: \(reason)\n\(DashValue.hint(in: CommandLine.arguments, about: text))")
    }
    return status
  }

  /// Prints what was asked for in place of a command's work.
  ///
  /// - Returns: the exit status.
  private static func printed(_ text: String, _ context: CommandContext) -> Int32 {
    do throws(TerminalError) { try context.output.line(text) } catch { return report(error) }
    return 0
  }

  /// The help that was asked for, as wide as the terminal; nil for anything else, a version or a completion script.
  private static func helpText(for error: any Error, _ context: CommandContext) -> String? {
    let help = fullMessage(for: error, columns: Int(UInt16.max))
    guard HelpText.isHelp(help) else { return nil }
    let columns = context.environment["COLUMNS"].flatMap { Int($0) } ?? context.output.columns ?? 80
    return HelpText(help, columns: columns).text
  }
}
