public import FoundationEssentials
public import TaskStore
public import VaultModel

/// All that decides about what is to be shown.
public struct ReminderSituation: Sendable {
  /// The reminders up to ``now``, and up to the last date in ``marks`` and ``shown`` where that is later: the clock may
  /// have been set back.
  public var reminders: [Reminder]
  /// Where they stand.
  public var marks: [ReminderState]
  /// What is shown.
  public var shown: ShownReminders
  /// Reminders whose answer is being carried out; they are not shown again meanwhile.
  public var answering: Set<Reminder>
  /// The present moment.
  public var now: Date
  /// When nobody is reminded.
  public var quiet: QuietTime?
  /// Whether there is somebody to show notifications.
  public var isServiceThere: Bool

  /// A moment at which nothing is going on.
  public init(now: Date, quiet: QuietTime? = nil, isServiceThere: Bool = true) {
    self.now = now
    self.quiet = quiet
    self.isServiceThere = isServiceThere
    reminders = []
    marks = []
    shown = ShownReminders()
    answering = []
  }

  /// Up to when reminders have to be read at `now`.
  public static func horizon(_ now: Date, _ marks: [ReminderState], _ shown: ShownReminders) -> Date {
    let dates = marks.compactMap(\.delivered) + shown.all.map(\.reminder.date)
    return max(now, dates.max() ?? now)
  }
}
