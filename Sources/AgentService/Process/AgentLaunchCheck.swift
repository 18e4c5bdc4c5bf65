internal import AgentAPI
internal import LinuxSystem
internal import Localization

/// What whoever started the agent has put into it, and what it does not follow.
struct AgentLaunchCheck: HealthCheck {
  let environment: AgentEnvironment
  /// The files whose code runs in the agent and that are neither root's nor its own, in order.
  var foreignCode: @Sendable () throws(SystemError) -> [String] = { () throws(SystemError) in
    try LoadedCode.foreign()
  }

  func findings() -> [DoctorFinding] {
    loadedFindings()
      + environment.ignored.map {
        DoctorFinding(.ok, "agent", "It does not follow \($0), with which it was started.")
      }
  }

  /// What the loader was told to put into the agent, and what code is there that is neither root's nor the agent's own.
  private func loadedFindings() -> [DoctorFinding] {
    var texts: [LocalizedText] = Self.loaderVariables.filter { environment.environment[$0]?.isEmpty == false }.map {
      "The agent was started with \($0): what that names runs inside it."
    }
    do {
      let foreign = try foreignCode()
      let named = foreign.prefix(Self.namedFileCount).joined(separator: ", ")
      let more = foreign.count - Self.namedFileCount
      if more > 0 {
        texts.append("The agent runs code of \(named) and \(more) more files: neither root's nor its own.")
      } else if !foreign.isEmpty {
        texts.append("The agent runs code of \(named): neither root's nor its own.")
      }
    } catch { texts.append("What code runs in the agent can't be told: \(error).") }
    return texts.map {
      DoctorFinding(
        .warning, "agent", $0,
        remedy: "If that was not you: vault agent stop. With systemd, its socket unit alone starts the agent: "
          + "systemctl --user enable --now vault-agent.socket")
    }
  }

  /// The most files that are named.
  private static let namedFileCount = 5

  /// By which another program puts code of its own into one that it starts.
  private static let loaderVariables = ["LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH"]
}
