internal import AgentAPI
internal import Localization

/// Whether the configuration file has keys that mean nothing here.
struct UnknownSettingsCheck: HealthCheck {
  /// Those keys.
  let keys: [String]
  /// Where the configuration file lies.
  let directory: String

  func findings() -> [DoctorFinding] {
    keys.map { key in
      DoctorFinding(
        .warning, "configuration", VaultSettings.notice(unknownKey: key),
        remedy: "Correct it in \(directory)/config.json, or take it out.")
    }
  }
}
