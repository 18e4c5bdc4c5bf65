public import FoundationEssentials

/// What the clock on the owner's wall says; asked anew each time, so that a change of the time zone counts at once.
public struct LocalTime: Sendable {
  /// By how many seconds local time is ahead of UTC at a moment.
  public var secondsFromUTC: @Sendable (_ date: Date) -> Int
  /// A due date as people read it, for instance `14:30`; the flag says that it is a day rather than a time.
  public var text: @Sendable (_ dueDate: Date, _ isAllDay: Bool) -> String
  /// The same in the person's language, for their desktop.
  public var shownText: @Sendable (_ dueDate: Date, _ isAllDay: Bool) -> String

  /// Takes them from elsewhere.
  ///
  /// - Parameter shownText: nil for the same as `text`.
  public init(
    secondsFromUTC: @escaping @Sendable (Date) -> Int, text: @escaping @Sendable (Date, Bool) -> String,
    shownText: (@Sendable (Date, Bool) -> String)? = nil
  ) {
    self.secondsFromUTC = secondsFromUTC
    self.text = text
    self.shownText = shownText ?? text
  }
}
