internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault log`
struct Log: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show who asked for protected text: when, which task, which program, granted or refused.",
    discussion: """
      The program is what the system called it when it connected: a hint, not a proof.

      EXAMPLES
        vault log
        vault log --limit 100 --json
      """)

  @Option(help: "How many of the newest entries, up to 10000; 0 for all.")
  var limit = 20
  @OptionGroup var json: JSONOption

  func validate() throws {
    guard (0...10000).contains(limit) else { throw ValidationError("--limit takes 0 to 10000.") }
  }

  func run(in context: CommandContext) throws {
    guard case .accessLog(let entries) = try context.run(.accessLog(limit: limit == 0 ? 10000 : limit)) else {
      throw Failure.unexpectedReply
    }
    if json.isSet { return try context.output.json(["entries": entries.map(AccessLogView.init)]) }
    if entries.isEmpty { return try context.errors.line("The log is empty.") }
    try context.output.line(AccessLogView.lines(entries, context.output).joined(separator: "\n"))
  }
}
