/// A day and a time of it, as a calendar and a clock on a wall show them. When that is, only a ``LocalZone`` knows.
public struct CivilDateTime: Hashable, Sendable {
  /// The day.
  public var date: CivilDate
  /// The time.
  public var time: ClockTime

  /// Puts a day and a time together.
  public init(_ date: CivilDate, _ time: ClockTime) {
    self.date = date
    self.time = time
  }

  /// The seconds since 1970-01-01T00:00 that clocks at zero longitude count.
  public var seconds: Int { date.dayNumber * 86_400 + time.secondOfDay }

  /// What clocks at zero longitude show.
  ///
  /// - Returns: nil outside of the years 1 to 9999.
  public init?(seconds: Int) {
    let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    guard let date = CivilDate(dayNumber: day) else { return nil }
    self.init(date, ClockTime(secondOfDay: seconds - day * 86_400))
  }
}

extension CivilDateTime: Comparable {
  /// Earlier is less.
  public static func < (left: Self, right: Self) -> Bool { (left.date, left.time) < (right.date, right.time) }
}

extension CivilDateTime: CustomStringConvertible {
  /// As ISO 8601 has it: `2026-12-24T18:00`.
  public var description: String { "\(date)T\(time)" }
}
