internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import VaultModel

/// What stands behind `due:` in a filter, as moments.
struct DueRange: Equatable {
  /// The first moment inside; nil for no bound.
  let from: Date?
  /// The first moment behind; nil for no bound.
  let before: Date?

  private init(from: Date? = nil, before: Date? = nil) {
    self.from = from
    self.before = before
  }

  /// Reads `overdue` (before now), `week` (today and the seven days after it), `before:WHEN`, `after:WHEN`, or
  /// a day or minute as ``When`` reads it.
  ///
  /// - Throws: a usage failure.
  init(_ text: String, now: Date, zone: LocalZone) throws(Failure) {
    let word = text.lowercased()
    switch word {
    case "": throw .typed(localized("There is nothing behind \"due:\"."), hint: Self.examples)
    case "overdue": self.init(before: now)
    case "week": self = try Self.comingWeek(now, zone)
    default:
      if word.hasPrefix("before:") {
        self.init(before: try Self.range(of: text.dropFirst("before:".count), now, zone).from)
      } else if word.hasPrefix("after:") {
        self.init(from: try Self.range(of: text.dropFirst("after:".count), now, zone).afterwards)
      } else {
        let range = try Self.range(of: text[...], now, zone)
        self.init(from: range.from, before: range.before)
      }
    }
  }

  private static let examples =
    localized("For instance: due:today, due:overdue, due:week, due:none, due:before:fri, due:\"24 dec\"")

  private static func comingWeek(_ now: Date, _ zone: LocalZone) throws(Failure) -> DueRange {
    let today = zone.dateTime(at: now).date
    guard let last = today.adding(days: 7) else { throw WhenWords.tooFar }
    return DueRange(from: zone.start(of: today), before: zone.end(of: last).addingTimeInterval(1))
  }

  /// The moments of a day or a minute, and the first that is after what was typed.
  private static func range(
    of text: Substring, _ now: Date, _ zone: LocalZone
  ) throws(Failure) -> (from: Date, before: Date, afterwards: Date) {
    let when = try moment(String(text), now, zone)
    guard when.isAllDay else {
      return (when.date, when.date.addingTimeInterval(60), when.date.addingTimeInterval(1))
    }
    let end = when.date.addingTimeInterval(1)
    return (zone.start(of: when.day), end, end)
  }

  /// Adds the words of this filter to the failure of a date that is not understood.
  private static func moment(_ text: String, _ now: Date, _ zone: LocalZone) throws(Failure) -> When {
    do throws(Failure) { return try When(text, now: now, zone: zone) } catch {
      guard
        let meant = SpellingSuggestion.to(text.lowercased(), among: ["overdue", "week", "none", "before:", "after:"])
      else {
        throw error
      }
      throw .typed(
        localized("\(Failure.quoted(text)) is not known here; did you mean \"due:\(meant)\"?"), hint: examples)
    }
  }
}
