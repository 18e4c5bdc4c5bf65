internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// What a look through the access log came to, as `--json` prints it, and in words.
struct LogVerificationView: Encodable {
  private struct Finding: Encodable {
    let kind: String
    let chapter: UInt64
    let date: Date?
    let text: String
  }

  private let verdict: String
  private let chapters: Int
  private let entries: UInt64
  private let unvouched: UInt64
  private let letGo: UInt64
  private let since: Date?
  private let findings: [Finding]

  init(_ report: LogVerification) {
    verdict = report.verdict.rawValue
    chapters = report.chapters
    entries = report.entries
    unvouched = report.unvouched
    letGo = report.letGo
    since = report.since
    findings = report.findings.map { finding in
      Finding(
        kind: finding.kind, chapter: finding.chapter, date: finding.date,
        text: finding.text)
    }
  }

  /// The report in lines: the verdict, the places it is about, and what can't be verified.
  static func lines(_ report: LogVerification, _ style: Style) -> [String] {
    let verdict =
      switch report.verdict {
      case .complete: style.good("The log is complete.")
      case .gap: "Nothing was found to be changed or removed, but there are gaps."
      case .changed: style.bad("The log is not as it was written.")
      }
    let findings = report.findings.map { finding in
      let place = finding.date.map { ", \(DateText($0).local)" } ?? ""
      return "  Chapter \(finding.chapter)\(place): \(finding.text)"
    }
    return [verdict] + findings + counts(report)
  }

  private static func counts(_ report: LogVerification) -> [String] {
    var lines: [String] = []
    if let since = report.since {
      lines.append(
        "\(entries(report.entries)) as written since \(DateText(since).local), when the oldest chapter began.")
    }
    if report.letGo > 0 { lines.append("\(entries(report.letGo)) before that were dropped: the log was full.") }
    if report.unvouched > 0 {
      lines.append("Not verified: \(entries(report.unvouched)) from before the first chapter.")
    }
    return lines
  }

  private static func entries(_ count: UInt64) -> String { count == 1 ? "1 entry" : "\(count) entries" }
}
