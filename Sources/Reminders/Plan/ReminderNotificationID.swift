internal import FoundationEssentials
public import VaultModel

/// The name of a notification. It is the same whenever the same reminder is shown, also after a restart: a presenter that
/// knows it replaces what it showed under it.
public struct ReminderNotificationID: Hashable, Comparable, Sendable {
  /// Up to 120 ASCII characters.
  public let rawValue: String

  /// Takes a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The notification of one reminder.
  public static func single(_ reminder: Reminder) -> Self {
    // With the date: an answer to a notification of an earlier date must not count for that of a new one.
    Self("\(reminder.key.text)@\(reminder.date.timeIntervalSinceReferenceDate)")
  }

  /// The notification of several reminders, by the first of them.
  public static func group(_ first: Reminder) -> Self { Self("group/" + single(first).rawValue) }

  /// By name.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
