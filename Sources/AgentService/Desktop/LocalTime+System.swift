internal import CivilTime
internal import FoundationEssentials
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
      text: { date, isAllDay in
        let zone = LocalZone.system()
        let local = zone.dateTime(at: date)
        let today = zone.dateTime(at: Date()).date
        let day = local.date.year == today.year ? local.date.shortWords : local.date.words
        if isAllDay { return day }
        return local.date == today ? "\(local.time)" : "\(day) \(local.time)"
      })
  }
}
