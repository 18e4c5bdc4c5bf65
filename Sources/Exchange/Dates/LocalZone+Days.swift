internal import CivilTime
internal import FoundationEssentials

extension LocalZone {
  /// The day that clocks show at a moment.
  func day(_ date: Date) -> CivilDate { dateTime(at: date).date }

  /// Whether a day begins or ends in this second.
  func isEdge(_ date: Date) -> Bool {
    let (day, second) = (day(date), date.timeIntervalSince1970.rounded(.down))
    return start(of: day).timeIntervalSince1970 == second || end(of: day).timeIntervalSince1970 == second
  }

  /// The end of the day that a moment lies in: when something is due that is due on that day.
  func endOfDay(of date: Date) -> Date { end(of: day(date)) }
}

extension MomentText {
  /// What the formats of tasks write.
  static func taskDate(_ text: String) -> Date? { date(text, .rfc3339OrBasic) }
}
