internal import AgentAPI
internal import DesktopSession
internal import Localization

/// Knows what of the desktop session is watched.
protocol SessionStateReading: Sendable {
  /// What is watched; nil before the watch began.
  var state: SessionState? { get }
}

extension SessionWatch: SessionStateReading {}

/// Whether the vault locks when the desktop session does.
struct SessionCheck: HealthCheck {
  let watch: any SessionStateReading

  func findings() -> [DoctorFinding] {
    guard let state = watch.state else {
      return [DoctorFinding(.warning, "session lock", "The desktop session is not watched yet.", remedy: "Try again.")]
    }
    let found = state.capabilities
    let logind =
      found.hasLogind
      ? DoctorFinding(.ok, "session lock", "logind is watched: \(found.sessions.count) sessions of yours.")
      : DoctorFinding(
        .warning, "session lock", "There is no logind: only idleness, vault lock and screen savers lock.",
        remedy: "Have your screen locker run vault lock.")
    let savers =
      found.screenSavers.isEmpty
      ? DoctorFinding(
        .warning, "screen saver", "No screen saver is watched.", remedy: "Have your screen locker run vault lock.")
      : DoctorFinding(
        .ok, "screen saver", LocalizedText(verbatim: found.screenSavers.sorted().joined(separator: ", ")))
    return [logind, savers]
  }
}
