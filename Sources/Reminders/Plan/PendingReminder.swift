internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

/// A reminder whose time has come and that nothing shows.
struct PendingReminder: Equatable, Sendable {
  let reminder: Reminder
  let timing: ReminderTiming
}

extension ReminderSituation {
  /// What is to happen to one reminder.
  enum Status: Equatable {
    /// Its time has not come; for one that was snoozed it comes then.
    case waiting(until: Date)
    /// Its time has come.
    case pending(PendingReminder)
    /// It is on the screen, or has been, or the owner knows of it.
    case delivered
  }

  /// What is to be shown, whether or not it is quiet, in the order of dates.
  var pending: [PendingReminder] {
    let marks = marksByKey
    return reminders.sorted(by: Reminder.isEarlier).compactMap {
      if case .pending(let pending) = status(of: $0, marks[$0.key]) { pending } else { nil }
    }
  }

  /// Whether it is quiet now.
  var isQuiet: Bool { quiet?.contains(now) ?? false }

  var marksByKey: [ReminderKey: ReminderState] {
    Dictionary(marks.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// `date`, or the end of the quiet hours it falls into.
  func release(of date: Date) -> Date { quiet?.release(of: date) ?? date }

  func status(of reminder: Reminder, _ mark: ReminderState?) -> Status {
    guard reminder.date <= now else { return .waiting(until: reminder.date) }
    guard !shown.contains(reminder), !answering.contains(reminder) else { return .delivered }
    guard let mark, mark.delivered == reminder.date else { return pending(reminder, since: reminder.date) }
    guard let end = mark.snoozedUntil else { return .pending(PendingReminder(reminder: reminder, timing: .again)) }
    guard end != .distantFuture else { return .delivered }
    return end <= now ? pending(reminder, since: end) : .waiting(until: end)
  }

  private func pending(_ reminder: Reminder, since date: Date) -> Status {
    let release = release(of: date)
    let isLate = now.timeIntervalSince(release) > ReminderTiming.tolerance
    let timing: ReminderTiming = isLate ? .missed : release > date ? .heldBack : .onTime
    return .pending(PendingReminder(reminder: reminder, timing: timing))
  }
}
