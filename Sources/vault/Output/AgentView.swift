internal import AgentAPI
internal import Localization
internal import LoginStart
internal import Terminal

/// The agent, and what starts it at login, as `--json` prints it, and as lines.
struct AgentView: Encodable {
  private let isRunning: Bool
  private let pid: Int32?
  private let build: String?
  private let atLogin: String
  private let entry: String?

  /// - Parameter running: what an agent that runs says of itself.
  init(running: Welcome?, atLogin: LoginStart) {
    isRunning = running != nil
    pid = running?.pid
    build = running?.build
    (self.atLogin, entry) = Self.named(atLogin)
  }

  private static func named(_ atLogin: LoginStart) -> (String, entry: String?) {
    switch atLogin {
    case .systemd: ("systemd", nil)
    case .desktop(let entry): ("desktop", entry)
    case .switchedOff: ("off", nil)
    case .none: ("nothing", nil)
    }
  }

  /// Prints the state in two lines.
  static func print(_ running: Welcome?, _ atLogin: LoginStart, to output: OutputStream) throws(TerminalError) {
    try output.line(
      running.map { "The agent runs: version \(Escaping.line($0.build)), process \($0.pid)." } ?? "No agent runs.")
    try output.line(sentence(atLogin))
  }

  /// What starts it at login, as a sentence.
  static func sentence(_ atLogin: LoginStart) -> String {
    switch atLogin {
    case .systemd: "systemd starts it at login, by \(LoginStartPlaces.unit)."
    case .desktop(let entry): "The desktop starts it at login, by \(Escaping.line(entry))."
    case .switchedOff: "It is not started at login; vault agent enable changes that."
    case .none: "Nothing starts it at login: reminders and pushes wait for a command. vault agent enable changes that."
    }
  }

  /// What `vault doctor` says of it.
  static func finding(_ atLogin: LoginStart) -> DoctorFinding {
    let subject = "start at login"
    return switch atLogin {
    case .systemd, .desktop: DoctorFinding(.ok, subject, LocalizedText(words: sentence(atLogin)))
    case .switchedOff: DoctorFinding(.ok, subject, "The agent is not started at login, as you chose.")
    case .none:
      DoctorFinding(
        .warning, subject, "Nothing starts the agent at login: reminders and pushes wait for a command.",
        remedy: "Run vault agent enable.")
    }
  }
}
