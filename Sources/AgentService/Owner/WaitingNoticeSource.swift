internal import AgentAPI
internal import Localization

/// What waits for the owner since the agent started, and the settings that do not count now: each once.
struct WaitingNoticeSource: NoticeSource {
  let waiting: NoticeQueue
  let settings: IgnoredSettingsCheck

  func notices() async -> [LocalizedText] {
    let settings = await settings.notices()
    return waiting.waitingForOwner.filter { !settings.contains($0) } + settings
  }
}
