internal import AgentAPI
internal import LinuxSystem
internal import Localization
internal import Terminal
internal import VaultClient

/// How a failure is printed: `vault: what is wrong`, and below it what to do.
struct ErrorReport {
  private let failure: Failure

  init(_ failure: Failure) { self.failure = failure }

  var text: String {
    var lines = ["vault: \(Escaping.escaped(failure.message))"]
    lines += failure.advice.map { "  \(Escaping.escaped($0))" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The exit status that goes with it.
  var exitStatus: Int32 { failure.exitStatus }
}

extension Failure {
  /// What a terminal's trouble means for the exit status.
  init(_ error: TerminalError) {
    switch error {
    case .noTerminal:
      self.init(.refused, verbatim: error.description, hint: "Run it at a terminal.")
    case .noAlternateScreen:
      self.init(.usage, verbatim: error.description, hint: "`--plain` prints the text where it stays visible.")
    case .tooLong: self.init(.badData, verbatim: error.description, hint: "Give less.")
    case .slow:
      self.init(
        .inputOutput, verbatim: error.description, hint: "NO_COLOR=1 shows no pictures, which take the longest.")
    case .stalled: self.init(.inputOutput, verbatim: error.description, hint: "Run the command again.")
    case .timedOut: self.init(.refused, verbatim: error.description, hint: "Run the command again.")
    case .system(let reason) where reason.call == "write":
      self.init(
        .inputOutput, "The output can't be written: \(SystemError.text(of: reason.code)).",
        hint: "Free some space, or write it somewhere else.")
    case .system: self.init(.inputOutput, verbatim: error.description)
    }
  }
}
