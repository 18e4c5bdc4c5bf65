internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

extension LogVerification {
  /// - Parameter entries: the entries that the report is of, for their dates.
  init(_ report: LogReport, of entries: [StoredAccess]) {
    let numbers = Set(report.findings.compactMap(\.entry))
    let found = entries.filter { numbers.contains($0.number) }
    let dates = Dictionary(found.map { ($0.number, $0.record?.date) }) { first, _ in first }
    self.init(
      verdict: Verdict(rawValue: report.verdict.rawValue) ?? .changed, chapters: report.chapters,
      entries: report.entries,
      unvouched: report.unvouched, letGo: report.prunedCount,
      since: report.since.map { Date(timeIntervalSince1970: Double($0)) },
      findings: report.findings.map { finding in
        Finding(
          kind: finding.kind.rawValue, chapter: finding.chapter, date: finding.entry.flatMap { dates[$0] ?? nil },
          text: finding.kind.words)
      })
  }
}

extension LogReport.Finding.Kind {
  fileprivate var words: String {
    switch self {
    case .changed: "An entry was changed or forged."
    case .removed: "Entries after this one were removed."
    case .openingChanged: "The beginning of this chapter was changed."
    case .chapterMissing: "This chapter was removed, or an older log was put back."
    case .endedUnclosed:
      "The agent ended here without closing the log; entries after it, until the next unlock, can't be vouched for."
    case .crowdedOut:
      "The log was full, so entries of the last 30 days before this one were dropped. See who has asked so often since."
    case .keyLost: "The log could not be read here; entries until the next unlock can't be vouched for."
    case .keyTaken:
      "The log's key, or the notes of its chapters, were removed or replaced here: entries may be gone, and those until"
        + " the next unlock can't be vouched for."
    }
  }
}
