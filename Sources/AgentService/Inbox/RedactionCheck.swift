internal import AgentAPI
internal import AgentInbox
internal import Localization

/// Knows which servers have not confirmed redactions yet.
protocol PendingRedactionReading: Sendable {
  /// Each of them, as a sentence.
  func pending() async -> [String]
}

extension InboxRedactionService: PendingRedactionReading {}

/// Whether servers may still have texts that were protected here.
struct RedactionCheck: HealthCheck, NoticeSource {
  let redactions: any PendingRedactionReading

  func findings() async -> [DoctorFinding] {
    await redactions.pending().map {
      DoctorFinding(
        .warning, "redactions", LocalizedText(words: $0), remedy: "Log in there, if you are not: vault login.")
    }
  }

  func notices() async -> [LocalizedText] { await redactions.pending().map(LocalizedText.init(words:)) }
}
