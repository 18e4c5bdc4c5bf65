internal import CivilTime
internal import FoundationEssentials
public import VaultModel

/// Dates at which a repeating to-do does not occur.
extension CalendarFile {
  /// The due dates that the rule of the to-do of that `UID` leaves out: at a time, or on a day. Those that are over are left out,
  /// and what is beyond the first 1,000 of the others.
  public func excludedDates(of uid: String) -> [DueMoment] {
    for calendar in calendars {
      guard let todo = calendar.components.first(where: { $0.isTodo && $0.property("UID")?.text == uid }) else {
        continue
      }
      return ExcludedDates(todo, zones: CalendarZones(calendar)).all
    }
    return []
  }
}

/// The `EXDATE`s of a to-do (RFC 5545, section 3.8.5.1). They name beginnings, as `DTSTART` does.
private struct ExcludedDates {
  /// How many are looked at: anybody can write as many as they like.
  private static let maximumCount = 1000
  private static let dayLength = 86_400

  private let zones: CalendarZones
  /// The beginning and the due date on local clocks, as seconds since 1970; of a day its first one.
  private let start: Int
  private let due: Int
  private let isAllDay: Bool
  private(set) var all: [DueMoment] = []

  init(_ todo: CalendarComponent, zones: CalendarZones) {
    self.zones = zones
    let due = todo.property("DUE").flatMap(CalendarMoment.init)
    let start = todo.property("DTSTART").flatMap(CalendarMoment.init) ?? due
    isAllDay = start?.isDay ?? false
    self.start = start.flatMap { $0.localSeconds(in: zones) } ?? 0
    let span = try? PropertyReader(todo: todo, zones: zones).duration()
    self.due = due.flatMap { $0.localSeconds(in: zones) } ?? self.start + Int(span ?? 0)
    guard start != nil else { return }
    let values = todo.properties.filter { $0.name == "EXDATE" }.flatMap(\.dateValues)
    all = values.lazy.compactMap(CalendarMoment.init).filter(isToCome).prefix(Self.maximumCount).compactMap(dueMoment)
  }

  /// Whether it is not over, whatever zone it is in.
  private func isToCome(_ moment: CalendarMoment) -> Bool { moment.shown.seconds > start - 2 * Self.dayLength }

  private func dueMoment(_ moment: CalendarMoment) -> DueMoment? {
    guard let seconds = moment.localSeconds(in: zones) else { return nil }
    // A day stands for what begins in the course of it.
    let timeOfDay = moment.isDay ? (start % Self.dayLength + Self.dayLength) % Self.dayLength : 0
    let date = CivilDateTime(seconds: seconds + timeOfDay + due - start)?.localDate
    return date.map { DueMoment($0, isAllDay: moment.isDay || isAllDay) }
  }
}

extension CalendarProperty {
  /// Its values one by one, each with the zone that all of them are in.
  fileprivate var dateValues: [CalendarProperty] {
    let zone = parameter("TZID").map { [("TZID", $0)] } ?? []
    return value.split(separator: ",").map { CalendarProperty(name, zone, value: String($0)) }
  }
}

extension CalendarMoment {
  /// What it says, whatever zone that is in.
  fileprivate var shown: CivilDateTime {
    switch self {
    case .day(let day): day.beginning
    case .utc(let moment), .floating(let moment), .zoned(let moment, _): moment
    }
  }

  /// What local clocks show then, as if it were UTC; of a day its beginning.
  fileprivate func localSeconds(in zones: CalendarZones) -> Int? {
    if case .day(let day) = self { return day.beginning.seconds }
    return CivilDateTime(local: date(in: zones))?.seconds
  }
}

/// Occurrences of a rule that don't count.
struct ExcludedOccurrences {
  private var days: Set<CivilDate> = []
  private var seconds: Set<Int> = []

  /// - Parameter isOnceADay: whether the rule has one time of day. Then a time stands for its day: another program counts in a
  ///   zone of its own, an hour off after its clocks change.
  init(_ dates: [DueMoment], isOnceADay: Bool) {
    for excluded in dates {
      if isOnceADay || excluded.isAllDay {
        if let moment = CivilDateTime(local: excluded.date) { days.insert(moment.date) }
      } else if let second = excluded.date.wholeSeconds {
        seconds.insert(second)
      }
    }
  }

  func contains(_ occurrence: Date) -> Bool {
    guard !days.isEmpty || !seconds.isEmpty else { return false }
    let isExcludedDay = CivilDateTime(local: occurrence).map { days.contains($0.date) } ?? false
    return isExcludedDay || occurrence.wholeSeconds.map(seconds.contains) ?? false
  }
}
