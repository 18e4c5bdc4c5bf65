public import FoundationEssentials

/// Quiet hours where the owner is.
public struct QuietTime: Sendable {
  /// The hours.
  public var hours: QuietHours
  /// By how many seconds local time is ahead of UTC at a moment.
  public var secondsFromUTC: @Sendable (Date) -> Int

  /// Puts the hours in a place.
  public init(_ hours: QuietHours, secondsFromUTC: @escaping @Sendable (Date) -> Int) {
    self.hours = hours
    self.secondsFromUTC = secondsFromUTC
  }

  /// Whether it is quiet at `date`.
  public func contains(_ date: Date) -> Bool { secondsLeft(at: date) > 0 }

  /// `date`, or the end of the quiet hours it falls into.
  ///
  /// Where clocks are changed within them, the end is by the clock that is right then. Where the change jumps over the end
  /// itself, it may be late by as much as the clocks are changed.
  public func release(of date: Date) -> Date {
    let left = secondsLeft(at: date)
    guard left > 0 else { return date }
    let straight = date.addingTimeInterval(left)
    let change = Double(secondsFromUTC(straight) - secondsFromUTC(date))
    let candidates = [straight, straight.addingTimeInterval(-change)].filter { $0 > date && !contains($0) }
    return candidates.min() ?? straight
  }

  private func secondsLeft(at date: Date) -> Double {
    let local = date.timeIntervalSince1970 + Double(secondsFromUTC(date))
    let second = local - (local / 86_400).rounded(.down) * 86_400
    return hours.secondsLeft(at: second)
  }
}
