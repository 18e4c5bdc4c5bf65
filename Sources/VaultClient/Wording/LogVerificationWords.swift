public import AgentAPI
internal import Localization

/// What a look through the access log came to, in words.
public struct LogVerificationWords {
  /// How things stand, one sentence.
  public let verdict: String
  /// The places it is about, a line each.
  public let findings: [String]
  /// How many entries there are, and which nobody can tell of.
  public let counts: [String]

  /// Puts a report into words.
  public init(_ report: LogVerification) {
    verdict =
      switch report.verdict {
      case .complete: localized("The log is complete.")
      case .gap: localized("Nothing was found to be changed or removed, but there are gaps.")
      case .changed: localized("The log is not as it was written.")
      }
    findings = report.findings.map(\.line)
    counts = Self.counts(report)
  }

  private static func counts(_ report: LogVerification) -> [String] {
    var lines: [String] = []
    if let since = report.since {
      lines.append(
        localized(
          "As written: \(entries(report.entries)) since \(DateText(since).local), the oldest unlock that the log has."))
    }
    if report.letGo > 0 {
      lines.append(localized("\(entries(report.letGo)) before that were dropped: the log was full."))
    }
    if report.unvouched > 0 {
      lines.append(localized("Not verified: \(entries(report.unvouched)) from before the first unlock."))
    }
    return lines
  }

  private static func entries(_ count: UInt64) -> String {
    localized(one: "\(count) entry", other: "\(count) entries", count: Int(clamping: count))
  }
}
