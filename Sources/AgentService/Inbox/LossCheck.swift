internal import AgentAPI
internal import AgentInbox
internal import Localization

/// Knows what the server had deleted before it could be fetched.
protocol LossReading: Sendable {
  /// What the person was not told yet.
  ///
  /// - Throws: ``Failure`` while there is no inbox to look at.
  func unreportedLosses() async throws(Failure) -> [LostItems]
}

extension InboxService: LossReading {
  func unreportedLosses() async throws(Failure) -> [LostItems] {
    try await store.lostItems(of: try await AgentInboxError.asFailure(await owner()))
  }
}

/// Whether something is lost that was pushed: one finding for the inbox, and one for each channel.
struct LossCheck: HealthCheck, NoticeSource {
  let inbox: any LossReading

  func findings() async -> [DoctorFinding] {
    await notices().map {
      DoctorFinding(
        .warning, "lost items", $0, remedy: "They can't be had again. vault inbox reports them for the last time.")
    }
  }

  /// Nothing while there is no inbox to look at.
  func notices() async -> [LocalizedText] {
    do { return try await inbox.unreportedLosses().map { LocalizedText(words: $0.sentence) } } catch { return [] }
  }
}
