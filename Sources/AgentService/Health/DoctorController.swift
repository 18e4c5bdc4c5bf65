internal import AgentAPI

/// The request to look at everything the vault stands on; never asks, never changes.
struct DoctorController: Sendable {
  /// In the order in which their findings are shown.
  let checks: [any HealthCheck]

  /// What all checks found, one after the other.
  func findings() async -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    for check in checks { findings += await check.findings() }
    return findings
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to doctor: DoctorController) {
    on(RunDoctor.self) { (_) throws(Failure) in await doctor.findings() }
  }
}
