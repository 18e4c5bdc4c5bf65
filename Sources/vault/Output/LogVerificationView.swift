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
    let words = LogVerificationWords(report)
    let verdict =
      switch report.verdict {
      case .complete: style.good(words.verdict)
      case .gap: words.verdict
      case .changed: style.bad(words.verdict)
      }
    return [verdict] + words.findings.map { "  \($0)" } + words.counts
  }
}
