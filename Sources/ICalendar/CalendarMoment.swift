internal import CivilTime
internal import FoundationEssentials

/// A value of type DATE or DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5) as it stands in a file.
enum CalendarMoment: Hashable {
  case day(CivilDate)
  case utc(CivilDateTime)
  case floating(CivilDateTime)
  case zoned(CivilDateTime, String)

  /// Reads a property; nil when its value is no date or time that exists.
  init?(_ property: CalendarProperty) {
    guard let value = BasicMoment(property.value) else { return nil }
    guard let time = value.time else {
      self = .day(value.date)
      return
    }
    let moment = CivilDateTime(value.date, time)
    if value.isUTC {
      self = .utc(moment)
    } else if let zone = property.parameter("TZID"), !zone.isEmpty {
      self = .zoned(moment, zone)
    } else {
      self = .floating(moment)
    }
  }

  /// The property of that name with this value.
  func property(_ name: String) -> CalendarProperty {
    switch self {
    case .day(let day): CalendarProperty(name, [("VALUE", "DATE")], value: day.basic)
    case .utc(let moment): CalendarProperty(name, value: moment.basic + "Z")
    case .floating(let moment): CalendarProperty(name, value: moment.basic)
    case .zoned(let moment, let zone): CalendarProperty(name, [("TZID", zone)], value: moment.basic)
    }
  }

  var isDay: Bool { if case .day = self { true } else { false } }

  /// The moment itself: a day's is its last second here, and what has no zone is local.
  func date(in zones: CalendarZones) -> Date {
    switch self {
    case .day(let day): return day.end.localDate
    case .utc(let moment): return moment.utcDate
    case .floating(let moment): return moment.localDate
    case .zoned(let moment, let name):
      // A zone that nobody knows: its clocks are read as ours.
      return zones.seconds(of: moment, in: name).map { Date(timeIntervalSince1970: Double($0)) } ?? moment.localDate
    }
  }
}

extension CalendarMoment {
  /// The moment in UTC; nil outside the years 1 to 9999.
  static func utc(_ date: Date) -> CalendarMoment? {
    date.wholeSeconds.flatMap { CivilDateTime(seconds: $0) }.map { .utc($0) }
  }

  /// A date in the form of an older value, so that a zone is kept: a day for a day, else in the zone of `former`, floating
  /// where that was or `isFloating` says so, else in UTC; nil outside the years 1 to 9999.
  static func like(
    _ former: CalendarMoment?, _ date: Date, isDay: Bool, isFloating: Bool, zones: CalendarZones
  ) -> CalendarMoment? {
    let local = CivilDateTime(local: date)
    if isDay { return local.map { .day($0.date) } }
    switch former {
    case .zoned(_, let zone):
      if let seconds = date.wholeSeconds, let moment = zones.moment(of: seconds, in: zone) {
        return .zoned(moment, zone)
      }
    case .floating: return local.map { .floating($0) }
    default: if isFloating { return local.map { .floating($0) } }
    }
    return utc(date)
  }
}

/// The time zones that a file's dates are in: those it brings, else the system's.
struct CalendarZones {
  private var definitions: [String: String] = [:]

  /// Takes the `VTIMEZONE` components of a calendar.
  init(_ calendar: CalendarComponent) {
    for component in calendar.components where component.name == "VTIMEZONE" && Self.isSafe(component) {
      guard let name = component.property("TZID")?.value else { continue }
      definitions[name] = String(decoding: ContentLines.fold(component.lines), as: UTF8.self)
    }
  }

  func seconds(of moment: CivilDateTime, in name: String) -> Int? { Libical.seconds(of: moment, in: zone(name)) }

  func moment(of seconds: Int, in name: String) -> CivilDateTime? { Libical.moment(of: seconds, in: zone(name)) }

  private func zone(_ name: String) -> Libical.Zone { Libical.Zone(name: name, definition: definitions[name]) }

  /// libical works out every change of a zone from its first one on: only what changes at most a few times a year is
  /// given to it.
  private static func isSafe(_ zone: CalendarComponent) -> Bool {
    let rules = zone.components.flatMap(\.properties).filter { $0.name == "RRULE" }.map { $0.value.uppercased() }
    return zone.components.count <= 500 && zone.lines.count <= 5000
      && rules.allSatisfy { rule in
        rule.split(separator: ";").contains("FREQ=YEARLY")
          && !["BYHOUR", "BYMINUTE", "BYSECOND", "BYYEARDAY", "BYWEEKNO", "RSCALE"].contains { rule.contains($0) }
          && !rule.contains(",")
      }
  }
}
