internal import AgentAPI
internal import ArgumentParser
internal import LinuxSystem
internal import Localization
internal import LoginStart
internal import Terminal
internal import VaultClient

/// `vault doctor`
struct Doctor: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the environment and report problems with remedies.",
    discussion: """
      It ends with status 69 when something does not work, else with 0.

      EXAMPLES
        vault doctor
        vault doctor --json
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let agents = try context.run(RunDoctor())
    let atLogin = context.loginStart(try VaultPaths(environment: context.environment)).inForce
    let findings = agents + [AgentView.finding(atLogin)] + Self.ownFindings
    if json {
      try context.output.json(["findings": findings.map(FindingView.init)])
    } else {
      for line in FindingView.lines(findings, context.output) { try context.output.line(line) }
    }
    if findings.contains(where: { $0.severity == .problem }) { throw ExitCode(Failure(.unavailable, "").exitStatus) }
  }

  /// What the agent can't know of this process.
  private static var ownFindings: [DoctorFinding] {
    var findings: [DoctorFinding] = []
    if ProcessHardening.wasOpenAtStart {
      findings.append(
        DoctorFinding(
          .warning, "process memory", "Other programs of yours could open the memory of vault while it started.",
          remedy: "Install the programs with make install, so that they are executable but not readable."))
    }
    if !ClipboardProcess.isInstalled {
      findings.append(
        DoctorFinding(
          .warning, "clipboard", "The program vault-clipboard was not found; --copy does not work.",
          remedy: "Install it beside vault, as make install does."))
    }
    return findings
  }
}
