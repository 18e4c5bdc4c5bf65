public import CivilTime
public import FoundationEssentials
internal import Localization

/// When something is due, or came, as people say it: `in 25 min`, `today 18:00`, `24 Dec`, `overdue by 2 d`, `overdue since 2 Jan`, `2 h ago`.
public enum RelativeTime {
  /// From so many days on nobody counts them any more: then it is said since when.
  private static let countedDays = 28

  /// In words, seen from `now`.
  ///
  /// - Parameter isAllDay: whether `date` is the last second of a day and no time is to be shown.
  public static func text(_ date: Date, isAllDay: Bool, now: Date, zone: LocalZone) -> String {
    let due = zone.dateTime(at: date)
    let today = zone.dateTime(at: now).date
    let days = due.date.dayNumber - today.dayNumber
    // Dates are whole seconds and `now` is not: what was just set to be in 25 min still is.
    let seconds = date.timeIntervalSince(now).rounded(.up)
    if days <= -countedDays {
      return localized("overdue since \(DayWords.text(due.date, hasYear: due.date.year != today.year))")
    }
    if isAllDay {
      return days < 0 ? localized("overdue by \(localized("\(-days) d"))") : day(due.date, in: days, today)
    }
    switch seconds {
    case ...(-60): return localized("overdue by \(span(-seconds))")
    case ..<60: return localized("now")
    case ..<3600: return localized("in \(Int(seconds) / 60) min")
    default: return localized("\(day(due.date, in: days, today)) \(due.time.words)", context: "day and time")
    }
  }

  /// When something was due that nobody has to do any more, in words: `Fri 18:00`, `24 Dec`; it is never overdue.
  ///
  /// - Parameter isAllDay: as for ``text(_:isAllDay:now:zone:)``.
  public static func text(settled date: Date, isAllDay: Bool, now: Date, zone: LocalZone) -> String {
    let (due, today) = (zone.dateTime(at: date), zone.dateTime(at: now).date)
    let text = day(due.date, in: due.date.dayNumber - today.dayNumber, today)
    return isAllDay ? text : localized("\(text) \(due.time.words)", context: "day and time")
  }

  /// When something came, in words, seen from `now`: `25 min ago`, or the day and the time.
  public static func text(since date: Date, now: Date, zone: LocalZone) -> String {
    let seconds = now.timeIntervalSince(date)
    // Another clock than this one's may have said it.
    if seconds < 60 { return localized("just now") }
    if seconds < 86_400 { return localized("\(span(seconds)) ago") }
    let local = zone.dateTime(at: date)
    let isThisYear = local.date.year == zone.dateTime(at: now).date.year
    return localized("\(DayWords.text(local.date, hasYear: !isThisYear)) \(local.time.words)", context: "day and time")
  }

  private static func day(_ date: CivilDate, in days: Int, _ today: CivilDate) -> String {
    switch days {
    case 0: localized("today")
    case 1: localized("tomorrow")
    case 2...6: DayWords.shortName(date.weekday)
    default: DayWords.text(date, hasYear: date.year != today.year)
    }
  }

  /// The largest unit that fits at least once.
  private static func span(_ seconds: Double) -> String {
    // More minutes than an Int holds come only from a damaged record.
    let minutes = Int(min(seconds / 60, 1e12))
    switch minutes {
    case ..<60: return localized("\(minutes) min")
    case ..<1440: return localized("\(minutes / 60) h")
    default: return localized("\(minutes / 1440) d")
    }
  }
}
