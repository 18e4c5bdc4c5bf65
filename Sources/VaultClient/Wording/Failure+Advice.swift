public import AgentAPI

extension Failure {
  /// What can be done about it, a sentence each: the hint, and when trying again makes sense; empty where nothing is known.
  public var advice: [String] {
    (hint.isEmpty ? [] : [hint]) + (retryAfterSeconds.map { ["Try again in \(Self.duration($0))."] } ?? [])
  }

  private static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) seconds"
    case ..<7200: "\((seconds + 59) / 60) minutes"
    default: "\((seconds + 3599) / 3600) hours"
    }
  }
}
