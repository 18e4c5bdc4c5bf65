public import CivilTime

/// Days as people read them.
public enum DayWords {
  /// For instance `Fri`.
  public static func shortName(_ weekday: Weekday) -> String {
    switch weekday {
    case .monday: localized("Mon")
    case .tuesday: localized("Tue")
    case .wednesday: localized("Wed")
    case .thursday: localized("Thu")
    case .friday: localized("Fri")
    case .saturday: localized("Sat")
    case .sunday: localized("Sun")
    }
  }

  /// For instance `Friday`.
  public static func name(_ weekday: Weekday) -> String {
    switch weekday {
    case .monday: localized("Monday")
    case .tuesday: localized("Tuesday")
    case .wednesday: localized("Wednesday")
    case .thursday: localized("Thursday")
    case .friday: localized("Friday")
    case .saturday: localized("Saturday")
    case .sunday: localized("Sunday")
    }
  }

  /// For instance `24 Dec`, and with the year `24 Dec 2026`.
  public static func text(_ date: CivilDate, hasYear: Bool) -> String {
    hasYear ? localized("\(text(date)) \(date.year)", context: "day and year") : text(date)
  }

  private static func text(_ date: CivilDate) -> String { text(date.day, date.month) }

  /// A day of every year, for instance `24 Dec`.
  public static func text(_ day: Int, _ month: Month) -> String {
    switch month {
    case .january: localized("\(day) Jan")
    case .february: localized("\(day) Feb")
    case .march: localized("\(day) Mar")
    case .april: localized("\(day) Apr")
    case .may: localized("\(day) May")
    case .june: localized("\(day) Jun")
    case .july: localized("\(day) Jul")
    case .august: localized("\(day) Aug")
    case .september: localized("\(day) Sep")
    case .october: localized("\(day) Oct")
    case .november: localized("\(day) Nov")
    case .december: localized("\(day) Dec")
    }
  }
}
