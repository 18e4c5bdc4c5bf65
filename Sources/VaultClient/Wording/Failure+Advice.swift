public import AgentAPI
internal import Localization

extension Failure {
  /// What can be done about it, a sentence each: the hint, and when trying again makes sense; empty where nothing is known.
  public var advice: [String] {
    (hint.isEmpty ? [] : [hint]) + (retryAfterSeconds.map { [Self.retry($0)] } ?? [])
  }

  private static func retry(_ seconds: Int) -> String {
    let (minutes, hours) = ((seconds + 59) / 60, (seconds + 3599) / 3600)
    return switch seconds {
    case ..<120:
      localized(one: "Try again in \(seconds) seconds.", other: "Try again in \(seconds) seconds.", count: seconds)
    case ..<7200:
      localized(one: "Try again in \(minutes) minutes.", other: "Try again in \(minutes) minutes.", count: minutes)
    default: localized(one: "Try again in \(hours) hours.", other: "Try again in \(hours) hours.", count: hours)
    }
  }
}
