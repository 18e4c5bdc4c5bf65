internal import AgentAPI
internal import Localization

/// Looks at one thing that the vault stands on, for `vault doctor`: each feature brings its own. It never asks anybody.
protocol HealthCheck: Sendable {
  /// What was found, in the order in which it is shown.
  func findings() async -> [DoctorFinding]
}

/// Knows of something that the owner should know without asking, for `vault status`. It neither asks nor contacts anybody.
protocol NoticeSource: Sendable {
  /// What there is to know now, each a sentence.
  func notices() async throws(Failure) -> [LocalizedText]
}
