internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault doctor`
struct Doctor: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the surroundings and say what is wrong and what to do about it.",
    discussion: """
      It ends with status 69 when something does not work, else with 0.

      EXAMPLES
        vault doctor
        vault doctor --json
      """)

  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws {
    guard case .doctor(let findings) = try context.run(.doctor) else { throw Failure.unexpectedReply }
    if json.isSet {
      try context.output.json(["findings": findings.map(FindingView.init)])
    } else {
      for line in FindingView.lines(findings, context.output) { try context.output.line(line) }
    }
    if findings.contains(where: { $0.severity == .problem }) { throw ExitCode(Failure(.unavailable, "").exitStatus) }
  }
}
