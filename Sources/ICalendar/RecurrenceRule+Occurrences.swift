internal import CivilTime
public import FoundationEssentials
public import VaultModel

/// When a rule's occurrences are, in local time: a task due every day at 9:00 stays at 9:00 when clocks change.
extension RecurrenceRule {
  /// The most occurrences on one day that are taken.
  public static let maximumTimesPerDay = 12
  /// How many occurrences are looked at before a search gives up.
  static let maximumStepCount = 100_000
  /// How many years a search goes beyond its dates.
  static let horizonYears = 100

  /// Whether tasks may repeat so; `validate(from:)` says why not.
  public var isValid: Bool {
    do throws(RecurrenceProblem) { try validate() } catch { return false }
    return true
  }

  /// Refuses what tasks can't repeat by.
  ///
  /// - Parameter start: the first due date.
  public func validate(from start: Date = Date(timeIntervalSinceReferenceDate: 0)) throws(RecurrenceProblem) {
    guard hasSensibleCount, Libical.isRule(text) else { throw .malformed }
    guard timesPerDay <= Self.maximumTimesPerDay else { throw .tooOften }
    guard firstOccurrence(from: start) != nil else { throw .neverOccurs }
  }

  /// The first occurrence after `date`.
  ///
  /// - Parameters:
  ///   - start: the due date that the rule counts from.
  ///   - excluded: due dates that don't count, though the rule has them.
  /// - Returns: nil when the rule has ended by then, is not valid, or has nothing within 100 years.
  public func nextOccurrence(from start: Date, after date: Date, excluding excluded: [DueMoment] = []) -> Date? {
    let excluded = ExcludedOccurrences(excluded, isOnceADay: timesPerDay == 1)
    return firstOccurrence(from: start, upTo: max(start, date)) { $0 > date && !excluded.contains($0) }
  }

  /// The last occurrence that is not after `date`.
  ///
  /// - Parameters:
  ///   - start: the due date that the rule counts from.
  ///   - excluded: due dates that don't count, though the rule has them.
  /// - Returns: nil when there is none, or the rule is not valid.
  public func latestOccurrence(
    from start: Date, notAfter date: Date, excluding excluded: [DueMoment] = []
  ) -> Date? {
    let excluded = ExcludedOccurrences(excluded, isOnceADay: timesPerDay == 1)
    var latest: Date?
    _ = firstOccurrence(from: start, upTo: max(start, date)) { occurrence in
      guard occurrence <= date else { return true }
      if !excluded.contains(occurrence) { latest = occurrence }
      return false
    }
    return latest
  }

  /// How many occurrences there are after `start` up to `date`, itself included.
  ///
  /// - Returns: nil when `date` is none of them.
  public func occurrenceCount(after start: Date, upTo date: Date) -> Int? {
    var count = 0
    let last = firstOccurrence(from: start, upTo: max(start, date)) { occurrence in
      if occurrence > start { count += 1 }
      return occurrence >= date
    }
    return last == date ? count : nil
  }

  private func firstOccurrence(
    from start: Date, upTo date: Date? = nil, where isWanted: (Date) -> Bool = { _ in true }
  ) -> Date? {
    guard timesPerDay <= Self.maximumTimesPerDay, hasSensibleCount, let first = meantMoment(of: start),
      let last = CivilDateTime(local: date ?? start)?.date,
      let end = last.adding(years: min(Self.horizonYears, 9998 - last.year))?.end
    else { return nil }
    var found: Date?
    let zone = LocalZone.system()
    Libical.occurrences(of: text, from: first, upTo: end, limit: Self.maximumStepCount) { occurrence in
      let date = zone.date(of: occurrence)
      if isWanted(date) { found = date }
      return found == nil
    }
    return found
  }

  /// How often a day, at most, as its `FREQ`, `BYHOUR`, `BYMINUTE` and `BYSECOND` say.
  private var timesPerDay: Int {
    if let frequency = value("FREQ"), ["SECONDLY", "MINUTELY", "HOURLY"].contains(frequency) { return .max }
    return ["BYHOUR", "BYMINUTE", "BYSECOND"]
      .map { value($0)?.split(separator: ",").count ?? 1 }.reduce(1, *)
  }

  /// libical lets a number overflow.
  private var hasSensibleCount: Bool { (value("COUNT")?.utf8.count ?? 0) <= 9 }

  /// What stands behind a part's name; nil when there is no such part.
  func value(_ name: String) -> Substring? {
    text.split(separator: ";").first { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.utf8.count + 1) }
  }
}
