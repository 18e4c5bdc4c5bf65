internal import FoundationEssentials
internal import Localization
public import VaultModel

/// What a notification offers besides a click on it, which opens the task.
public enum ReminderAction: String, CaseIterable, Sendable {
  /// The task or subtask is done.
  case done
  /// Once more in ten minutes.
  case snooze

  /// What the button says.
  public var label: String {
    switch self {
    case .done: localized("Done")
    case .snooze: localized("Snooze 10 min")
    }
  }

  /// How long a snooze is, in seconds.
  public static let snoozeSeconds = 600.0
}

/// A notification as it is shown. Its texts are plain text, of one line each where nothing else is said; whoever hands
/// them to something that reads markup escapes them.
public struct ReminderNotification: Equatable, Sendable {
  /// Its name.
  public var id: ReminderNotificationID
  /// The first line: what there is to do, or how many things.
  public var title: String
  /// What else there is to say; lines are separated by a line feed.
  public var body: String
  /// The buttons.
  public var actions: [ReminderAction]
  /// Whether it only replaces what the owner has seen already, and should make no sound.
  public var isUpdate: Bool
  /// Of what it reminds.
  public var reminders: [Reminder]
}

/// A reminder in words, for somebody who asks at a terminal.
public struct ReminderNotice: Equatable, Sendable {
  /// The reminder.
  public var reminder: Reminder
  /// What there is to do; of a protected task its label.
  public var title: String
  /// When, for instance `Missed, was due 14:30`.
  public var detail: String
}
