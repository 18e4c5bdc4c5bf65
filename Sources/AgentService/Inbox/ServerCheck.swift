internal import AgentAPI
internal import AgentInbox
internal import Localization
internal import ServerClient

/// Whether the server is there, and has this device registered. As far as the agent knows; the server is not asked.
struct ServerCheck: HealthCheck {
  let account: any AccountStatusReading
  let connection: any ConnectionStatusReading

  func findings() async -> [DoctorFinding] {
    let status = await account.status()
    let again: LocalizedText = "It is tried again by itself."
    switch status.state {
    case .loggedIn:
      guard status.disconnectedSince == nil else {
        let problem: LocalizedText = status.problem.map(LocalizedText.init(verbatim:)) ?? "It can't be reached."
        return [DoctorFinding(.problem, "server", "Logged in, but not connected. \(problem)", remedy: again)]
      }
      return [DoctorFinding(.ok, "server", "Logged in to \(status.server ?? "")."), await deviceFinding()]
    case .loggingIn: return [DoctorFinding(.ok, "server", "Logging in to \(status.server ?? "the server").")]
    case .unreachable:
      if let trouble = await account.storeTrouble() {
        // No login helps before the store does.
        let problem: LocalizedText = "The stored login can't be read. \(trouble.$message)"
        return [DoctorFinding(.problem, "server", problem, remedy: trouble.$hint)]
      }
      return [
        DoctorFinding(
          .problem, "server", status.problem.map(LocalizedText.init(verbatim:)) ?? "Not reachable.", remedy: again,
          fix: .logIn)
      ]
    case .needsCredentials where status.problem != nil:
      let problem = status.problem ?? ""
      return [
        DoctorFinding(
          .problem, "server",
          status.email.map { "Not logged in as \($0): \(problem)." } ?? "Not logged in: \(problem).",
          remedy: "Run vault login.",
          fix: .logIn)
      ]
    default: return [DoctorFinding(.ok, "server", "Not logged in.", remedy: "vault login", fix: .logIn)]
    }
  }

  private func deviceFinding() async -> DoctorFinding {
    let name = InboxService.machineName
    guard await connection.isRegistered else {
      return DoctorFinding(
        .warning, "device", "This device is not registered yet, so that nothing comes.",
        remedy: "It is tried every few seconds; see vault doctor again.")
    }
    switch await connection.phase {
    case .live: return DoctorFinding(.ok, "device", "Registered as \(name); pushes arrive immediately.")
    case .idle, .registering, .catchingUp, .waiting:
      return DoctorFinding(.ok, "device", "Registered as \(name); what was missed is being fetched.")
    }
  }
}
