public import AgentAPI
public import CivilTime
public import FoundationEssentials
internal import Localization

/// A moment or a day as people type it: `fri 18:00`, `tomorrow`, `in 2h`, `24 dec`, `2026-12-24T18:00Z`; docs/cli.md lists
/// all forms. Times without a zone are local. A day alone is due until its end.
public struct When: Equatable, Sendable {
  /// The moment, in whole seconds; for a day its last second.
  public let date: Date
  /// Whether a day was named without a time.
  public let isAllDay: Bool
  /// The local day it is on.
  public let day: CivilDate
  /// What should be reported, each a sentence: that it is in the past, that a clock never shows it.
  public let notes: [String]

  /// What ``notes`` says of a moment that has passed.
  public static let pastNote = localized("That is in the past.")

  /// Reads a text of at most 100 characters.
  ///
  /// - Throws: ``AgentAPI/Failure/Code/usage`` with what is wrong, ambiguous or impossible, and an example.
  public init(_ text: String, now: Date, zone: LocalZone) throws(Failure) {
    var parser = WhenParser(text, now: now, zone: zone)
    self = try parser.parse()
  }

  /// A day.
  init(day: CivilDate, now: Date, zone: LocalZone, notes: [String] = []) {
    date = zone.end(of: day)
    isAllDay = true
    self.day = day
    self.notes = notes + Self.pastNote(date, now)
  }

  /// A time of a day.
  init(_ local: CivilDateTime, now: Date, zone: LocalZone, notes: [String] = []) {
    let moment = zone.moment(local)
    self.init(
      at: moment.date, now: now, zone: zone, notes: notes + Self.clockNote(local, moment.irregularity))
  }

  /// A moment.
  init(at date: Date, now: Date, zone: LocalZone, notes: [String] = []) {
    self.date = date
    isAllDay = false
    day = zone.dateTime(at: date).date
    self.notes = notes + Self.pastNote(date, now)
  }

  private static func pastNote(_ date: Date, _ now: Date) -> [String] {
    // Rounding `now` loses up to a second; that does not count as the past.
    date.timeIntervalSince(now) <= -1 ? [pastNote] : []
  }

  private static func clockNote(_ local: CivilDateTime, _ irregularity: LocalMoment.Irregularity?) -> [String] {
    switch irregularity {
    case nil: []
    case .repeated: ["\(local.time) comes twice on that day; the first is used."]
    case .skipped(let used):
      used.date == local.date
        ? ["\(local.time) does not exist on that day; \(used.time) is used."]
        : ["\(local.date.words) does not exist here; \(used.date.words) \(used.time) is used."]
    }
  }
}
