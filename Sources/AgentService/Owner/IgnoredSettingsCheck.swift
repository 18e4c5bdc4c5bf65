internal import AgentAPI
internal import Localization

/// Whether settings that weaken a guard are set and do not count, since the owner has not confirmed them.
struct IgnoredSettingsCheck: HealthCheck, NoticeSource {
  let policy: SettingsPolicy
  let owner: any ConfirmationReading

  func findings() async -> [DoctorFinding] {
    await notices().map {
      DoctorFinding(
        .warning, "settings", $0, remedy: "If it is your will: vault settings confirm. Else take it away.",
        fix: .confirmSettings)
    }
  }

  func notices() async -> [LocalizedText] { policy.notices(await owner.claimedWord()) }
}
