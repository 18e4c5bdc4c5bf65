internal import AgentAPI
internal import ArgumentParser
internal import Localization
internal import Terminal

/// `vault log`
struct Log: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show who asked for protected text: when, which task, which program, granted or refused.",
    discussion: """
      The program is what the system called it when it connected: a hint, not a proof.

      With --verify it asks for the PIN, where the vault is locked, looks through all that was written since the first unlock,
      and ends with status 65 when something was changed or removed.

      EXAMPLES
        vault log
        vault log --limit 100 --json
        vault log --verify
      """)

  @Option(help: "Show at most N, up to 10000; 0 for all.")
  var limit = 20
  @Flag(help: "Verify that nothing was changed or removed.")
  var verify = false
  @OptionGroup var pin: PINOption
  @Flag(help: .json) var json = false

  func validate() throws {
    guard (0...10000).contains(limit) else { throw ValidationError("--limit takes 0 to 10000.") }
  }

  func run(in context: CommandContext) throws {
    if verify { return try verify(in: context) }
    let entries = try context.run(ListAccessLog(limit: limit == 0 ? 10000 : limit))
    if json { return try context.output.json(["entries": entries.map(AccessLogView.init)]) }
    if entries.isEmpty { return try context.errors.line("The log is empty.") }
    try context.output.line(AccessLogView.lines(entries, context.output).joined(separator: "\n"))
  }

  private func verify(in context: CommandContext) throws {
    let report = try context.run(VerifyAccessLog(), answers: pin.answers)
    if json {
      try context.output.json(LogVerificationView(report))
    } else {
      for line in LogVerificationView.lines(report, context.output.style) { try context.output.line(line) }
    }
    if report.verdict == .changed { throw ExitCode(Failure(.badData, "").exitStatus) }
  }
}
