internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

extension ReminderService {
  /// The most notices reported at once.
  public static var maximumNoticeCount: Int { 100 }

  /// What came due and nobody could be shown, for the next command to report; empty while notifications work. What is
  /// reported is reported again, and shown by a service that appears, until ``markReported(_:)``.
  ///
  /// - Returns: in the order of dates, ``maximumNoticeCount`` at most. A failure of the store is reported, and the list is
  ///   empty.
  public func unreported() async -> [ReminderNotice] {
    guard !isServiceThere || retry.failureCount > 0 else { return [] }
    do throws(TaskStoreError) {
      let situation = try await situation(at: clock.now)
      guard !situation.isQuiet else { return [] }
      let text = ReminderText(local: local, language: .english)
      var notices: [ReminderNotice] = []
      // What was shown by a service that is gone has been delivered.
      for pending in situation.pending.filter({ $0.timing != .again }).prefix(Self.maximumNoticeCount) {
        if let notice = try await task(of: pending.reminder).flatMap({ text.notice(pending, $0) }) {
          notices.append(notice)
        }
      }
      return notices
    } catch {
      hooks.report(ReminderFailure(step: .reading, reason: error))
      return []
    }
  }

  /// Records that these were reported: they are not shown any more, unless their dates are moved.
  public func markReported(_ notices: [ReminderNotice]) async {
    for notice in notices { unsaved.set(.answered(notice.reminder)) }
    if await !saveMarks() { setNeedsRefresh() }
  }
}
