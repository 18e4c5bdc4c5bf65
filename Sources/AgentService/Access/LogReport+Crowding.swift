internal import FoundationEssentials
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

extension LogReport {
  /// Younger entries than that should not have gone, in seconds: 30 days.
  private static let memory = 30.0 * 86_400

  /// Finds that entries went for want of room though they were young: somebody may have asked so often to be rid of them.
  ///
  /// - Parameter entries: those that are left, the oldest first.
  mutating func addCrowding(_ entries: [StoredAccess], now: Date) {
    guard prunedCount > 0, let since else { return }
    // Where the only chapter is longer than the log, it began before the first entry that is left; the first one's own words are
    // not proven then, but those of the second are.
    let begin = Date(timeIntervalSince1970: Double(since))
    let oldest = chapters == 1 ? entries.dropFirst().first?.record?.date ?? begin : begin
    guard max(begin, oldest) > now - Self.memory else { return }
    let first = entries.first
    findings.insert(Finding(crowdedOutBefore: first?.number, chapter: first?.link?.chapter ?? 0), at: 0)
  }
}
