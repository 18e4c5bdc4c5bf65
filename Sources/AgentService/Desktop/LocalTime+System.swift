internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import Reminders

extension LocalTime {
  /// What the machine's clock shows.
  static var system: LocalTime {
    LocalTime(
      secondsFromUTC: { date in
        // Another program's file may hold a date that no number of seconds can say.
        let seconds = min(max(-1e11, date.timeIntervalSince1970), 1e12)
        return LocalZone.system().secondsEast(at: Int(seconds))
      },
      text: { date, isAllDay in text(date, isAllDay) { day, hasYear in hasYear ? day.words : day.shortWords } },
      shownText: { date, isAllDay in text(date, isAllDay, DayWords.text) })
  }

  private static func text(_ date: Date, _ isAllDay: Bool, _ words: (CivilDate, Bool) -> String) -> String {
    let zone = LocalZone.system()
    let local = zone.dateTime(at: date)
    let today = zone.dateTime(at: Date()).date
    let day = words(local.date, local.date.year != today.year)
    if isAllDay { return day }
    return local.date == today ? "\(local.time)" : "\(day) \(local.time)"
  }
}
