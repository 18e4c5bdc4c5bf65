internal import AgentAPI
internal import LinuxSystem
internal import Terminal

/// How a failure is told: `vault: what is wrong`, and below it what to do.
struct ErrorReport {
  private let failure: Failure

  init(_ failure: Failure) { self.failure = failure }

  var text: String {
    var lines = ["vault: \(Escaping.escaped(failure.message))"]
    if !failure.hint.isEmpty { lines.append("  \(Escaping.escaped(failure.hint))") }
    if let seconds = failure.retryAfterSeconds { lines.append("  Try again in \(Self.duration(seconds)).") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The exit status that goes with it.
  var exitStatus: Int32 { failure.exitStatus }

  static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) seconds"
    case ..<7200: "\((seconds + 59) / 60) minutes"
    default: "\((seconds + 3599) / 3600) hours"
    }
  }
}

extension Failure {
  /// An answer that does not belong to the question.
  static let unexpectedReply = Failure(
    .unsupported, "The agent answered something this program does not understand.",
    hint: "Install vault and vault-agent of the same version, then run `vault agent stop`.")

  /// What a terminal's trouble means for the exit status.
  init(_ error: TerminalError) {
    switch error {
    case .noTerminal:
      self.init(.refused, error.description, hint: "Run it at a terminal.")
    case .noAlternateScreen:
      self.init(.usage, error.description, hint: "`--plain` prints the text where it stays visible.")
    case .tooLong: self.init(.badData, error.description, hint: "Give less.")
    case .timedOut: self.init(.refused, error.description, hint: "Run the command again.")
    case .system(let reason) where reason.call == "write":
      self.init(
        .inputOutput, "The output can't be written: \(SystemError.text(of: reason.code)).",
        hint: "Free some space, or write it somewhere else.")
    case .system: self.init(.inputOutput, error.description)
    }
  }
}
