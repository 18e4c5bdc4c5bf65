internal import CivilTime
public import FoundationEssentials
public import VaultModel

/// Occurrences at a time that a clock change leaves out.
///
/// A task has one due date, and the rule counts from it: one that was moved out of a gap, from 2:30 to 3:30, would stay at
/// 3:30 for ever. So the rule that goes on from such a date names the time that is meant, and forgets it with the next one.
extension RecurrenceRule {
  /// The rule that goes on with a task from one of its occurrences.
  ///
  /// - Parameters:
  ///   - start: the due date that the rule counted from.
  ///   - occurrence: the one that follows.
  public func continued(from start: Date, at occurrence: Date) -> RecurrenceRule {
    let isMarked = gapMoment(of: start) != nil
    let timeParts = Self.timeParts.filter { value($0) != nil }
    guard isMarked || timeParts.isEmpty, let meant = meantMoment(of: start)?.time,
      let shown = CivilDateTime(local: occurrence)?.time
    else { return self }
    let bare = isMarked ? withoutTime : self
    guard shown != meant else { return bare }
    let marked = RecurrenceRule(
      "\(bare.text);BYHOUR=\(meant.hour);BYMINUTE=\(meant.minute);BYSECOND=\(meant.second)")
    // Where that doesn't lead back to the occurrence, no gap has moved it.
    return marked.flatMap { $0.gapMoment(of: occurrence) == nil ? nil : $0 } ?? bare
  }

  /// What clocks were to show at a due date: another time than they do where that is left out.
  func meantMoment(of date: Date) -> CivilDateTime? { gapMoment(of: date) ?? CivilDateTime(local: date) }

  /// The moment that the rule names and clocks don't have, in whose place `date` is; nil for an ordinary date.
  private func gapMoment(of date: Date) -> CivilDateTime? {
    let time = Self.timeParts.compactMap { value($0).flatMap { Int($0) } }
    guard time.count == Self.timeParts.count, let time = ClockTime(hour: time[0], minute: time[1], second: time[2]),
      let shown = CivilDateTime(local: date), let seconds = date.wholeSeconds
    else { return nil }
    // The time that is left out may be the last of the day before.
    return [shown.date, shown.date.adding(days: -1)].compactMap { $0.map { CivilDateTime($0, time) } }
      .first { $0 != shown && $0.localDate.wholeSeconds == seconds }
  }

  private static let timeParts = ["BYHOUR", "BYMINUTE", "BYSECOND"]

  private var withoutTime: RecurrenceRule {
    let parts = text.split(separator: ";").filter { part in !Self.timeParts.contains { part.hasPrefix($0 + "=") } }
    return RecurrenceRule(parts.joined(separator: ";")) ?? self
  }
}
