internal import FoundationEssentials
public import VaultModel

/// What the present notification service was given to show, and nobody has answered.
public struct ShownReminders: Equatable, Sendable {
  /// One reminder in a notification.
  public struct Entry: Equatable, Sendable {
    /// The reminder.
    public let reminder: Reminder
    /// The notification that holds it, alone or with others.
    public let notification: ReminderNotificationID
    /// Why it was shown.
    public let timing: ReminderTiming
    /// Whether it is still on the screen; notifications go away by themselves, too.
    public fileprivate(set) var isVisible = true
  }

  private var entries: [Reminder: Entry] = [:]

  /// Nothing is shown.
  public init() {}

  /// All, in no order.
  public var all: [Entry] { Array(entries.values) }

  /// Whether this reminder, of this date, was shown.
  public func contains(_ reminder: Reminder) -> Bool { entries[reminder] != nil }

  /// What a notification holds, in the order of dates.
  public func reminders(in id: ReminderNotificationID) -> [Reminder] {
    entries.values.filter { $0.notification == id }.map(\.reminder).sorted(by: Reminder.isEarlier)
  }

  /// Records that a notification holds exactly these.
  public mutating func show(_ reminders: [Reminder], in id: ReminderNotificationID, as timing: ReminderTiming) {
    _ = remove(id)
    for reminder in reminders {
      entries[reminder] = Entry(reminder: reminder, notification: id, timing: timing)
    }
  }

  /// Records that a notification went away without an answer, or while its answer is carried out.
  public mutating func hide(_ id: ReminderNotificationID) {
    for (reminder, entry) in entries where entry.notification == id { entries[reminder]?.isVisible = false }
  }

  /// Forgets a notification.
  ///
  /// - Returns: what it held.
  public mutating func remove(_ id: ReminderNotificationID) -> [Reminder] {
    let removed = reminders(in: id)
    for reminder in removed { entries[reminder] = nil }
    return removed
  }

  /// Forgets what is not on the screen and does not exist any more, so that it counts as new when it comes back.
  public mutating func removeHidden(except existing: [Reminder]) {
    let existing = Set(existing)
    entries = entries.filter { $0.value.isVisible || existing.contains($0.key) }
  }

  /// Forgets all.
  public mutating func removeAll() { entries = [:] }
}

extension Reminder {
  /// The order in which reminders are named: by date, then by what they are of.
  static func isEarlier(_ left: Reminder, _ right: Reminder) -> Bool {
    left.date == right.date ? left.key < right.key : left.date < right.date
  }
}
