public import FoundationEssentials
internal import TaskStore
public import VaultModel

/// What has to be done about reminders now, and when to look again. A pure function of the situation.
///
/// A reminder is shown once for its date, from its time on, outside quiet hours, while its task is open and wants it.
/// Whoever carries the plan out stores the mark *after* it was shown: a crash in between shows it once more.
public struct ReminderPlan: Equatable, Sendable {
  /// A notification to be shown.
  public struct Delivery: Equatable, Sendable {
    /// Which one; one that is shown under this name is replaced.
    public let id: ReminderNotificationID
    /// Of what, in the order of dates; more than one come as a group.
    public let reminders: [Reminder]
    /// How it comes.
    public let timing: ReminderTiming
    /// Whether it only replaces what the owner has seen already.
    public let isUpdate: Bool
  }

  /// One thing to do.
  public enum Action: Equatable, Sendable {
    /// Take a notification down: all it holds is done, deleted, moved or switched off.
    case withdraw(ReminderNotificationID)
    /// Remove the mark of something that has no reminder of that date any more.
    case removeMark(ReminderKey)
    /// Show a notification.
    case show(Delivery)
  }

  /// What to do, in this order.
  public let actions: [Action]
  /// When to look again; reminders after ``ReminderSituation/now`` that were not part of the situation come on top. Nil
  /// when there is nothing to wait for.
  public let wake: Date?

  /// Plans for a situation.
  public init(_ situation: ReminderSituation) {
    let pending = situation.isServiceThere ? situation.pending : []
    let isQuiet = situation.isQuiet
    let deliveries = isQuiet ? [] : Self.deliveries(of: pending)
    actions = Self.changes(situation) + Self.removals(situation) + deliveries.map(Action.show)
    guard situation.isServiceThere else {
      wake = nil
      return
    }
    var dates = Self.waiting(situation)
    if isQuiet, !pending.isEmpty { dates.append(situation.release(of: situation.now)) }
    wake = dates.min()
  }

  /// Takes down what holds nothing any more, and shows anew what holds less.
  private static func changes(_ situation: ReminderSituation) -> [Action] {
    let existing = Set(situation.reminders)
    let notifications = Dictionary(grouping: situation.shown.all.filter(\.isVisible), by: \.notification)
    return notifications.sorted { $0.key < $1.key }.compactMap { id, entries in
      let left = entries.map(\.reminder).filter(existing.contains).sorted(by: Reminder.isEarlier)
      guard let timing = entries.first?.timing, left.count < entries.count else { return nil }
      guard !left.isEmpty else { return .withdraw(id) }
      return .show(Delivery(id: id, reminders: left, timing: timing, isUpdate: true))
    }
  }

  private static func removals(_ situation: ReminderSituation) -> [Action] {
    let dates = Dictionary(situation.reminders.map { ($0.key, $0.date) }, uniquingKeysWith: { first, _ in first })
    return situation.marks.filter { dates[$0.key] == nil || dates[$0.key] != $0.delivered }
      .map(\.key).sorted().map(Action.removeMark)
  }

  private static func deliveries(of pending: [PendingReminder]) -> [Delivery] {
    ReminderTiming.allCases.flatMap { timing -> [Delivery] in
      let reminders = pending.filter { $0.timing == timing }.map(\.reminder)
      guard let first = reminders.first, reminders.count > timing.maximumSingleCount else {
        return reminders.map { Delivery(id: .single($0), reminders: [$0], timing: timing, isUpdate: false) }
      }
      return [Delivery(id: .group(first), reminders: reminders, timing: timing, isUpdate: false)]
    }
  }

  /// When what is snoozed, or lies in the future because the clock was set back, comes outside quiet hours.
  private static func waiting(_ situation: ReminderSituation) -> [Date] {
    let marks = situation.marksByKey
    return situation.reminders.compactMap {
      guard case .waiting(let date) = situation.status(of: $0, marks[$0.key]) else { return nil }
      return situation.release(of: date)
    }
  }
}
