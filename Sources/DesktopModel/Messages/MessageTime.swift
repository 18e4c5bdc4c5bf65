public import CivilTime
public import FoundationEssentials
internal import Localization
internal import VaultClient

/// When something was written or done, for what stays on the screen: no word for how long ago that is, which would soon be wrong.
public enum MessageTime {
  /// `18:00` on the same day, else `24 Dec 18:00`, and with the year where it is another one.
  public static func text(_ date: Date, now: Date, zone: LocalZone = .system()) -> String {
    let (local, today) = (zone.dateTime(at: date), zone.dateTime(at: now).date)
    if local.date == today { return local.time.words }
    let day = DayWords.text(local.date, hasYear: local.date.year != today.year)
    return localized("\(day) \(local.time.words)", context: "day and time")
  }

  /// `24 Dec 2026 18:00`, whatever day it is.
  public static func whole(_ date: Date, zone: LocalZone = .system()) -> String {
    let local = zone.dateTime(at: date)
    return localized("\(DayWords.text(local.date, hasYear: true)) \(local.time.words)", context: "day and time")
  }
}
