internal import AgentAPI
internal import Localization

/// Whether pictures can be shown.
struct PictureProgramCheck: HealthCheck {
  /// Whether there is a program that decodes them.
  let hasProgram: Bool

  func findings() -> [DoctorFinding] {
    guard !hasProgram else { return [] }
    return [
      DoctorFinding(
        .warning, "pictures", "The program vault-picture was not found; pictures can't be shown.",
        remedy: "Install it beside vault-agent, as make install does.")
    ]
  }
}
