internal import CivilTime
internal import FoundationEssentials
internal import VaultModel

/// Something a calendar file says that no task does.
public enum UnsupportedPart: Hashable, Sendable {
  /// A component that is neither a to-do nor belongs to one's dates; its name.
  case component(String)
  /// A to-do that changes one occurrence of another (`RECURRENCE-ID`).
  case override
  /// A property of a to-do; its name.
  case property(String)
  /// A `STATUS` between open and done; its value.
  case status(String)
  /// A beginning, `DTSTART`, that is not the due date.
  case start
  /// An alarm at another moment than that of a reminder.
  case alarm
}

extension CalendarFile {
  /// What would be lost if only the tasks were taken: of each to-do every kind once (the first 100), other components one by one.
  public var unsupportedParts: [UnsupportedPart] {
    calendars.flatMap { calendar in
      let zones = CalendarZones(calendar)
      let uids = Set(calendar.components.filter { $0.name == "VTODO" }.compactMap { $0.property("UID")?.text })
      return calendar.components.flatMap { component -> [UnsupportedPart] in
        switch component.name {
        case "VTIMEZONE": []
        case "VTODO" where component.property("RECURRENCE-ID") != nil: [.override]
        case "VTODO": UnsupportedParts(of: component, zones: zones, uids: uids).all
        default: [.component(component.name)]
        }
      }
    }
  }
}

extension CalendarFile {
  /// What would be lost of the to-do of that `UID` if only its task were taken, every kind once (the first 100).
  ///
  /// - Parameter uids: the `UID`s of all to-dos, also those in other files.
  public func unsupportedParts(of uid: String, among uids: Set<String>) -> [UnsupportedPart] {
    var parts: [UnsupportedPart] = []
    for calendar in calendars {
      let zones = CalendarZones(calendar)
      for todo in calendar.components where todo.name == "VTODO" && todo.property("UID")?.text == uid {
        let isOverride = todo.property("RECURRENCE-ID") != nil
        parts += isOverride ? [.override] : UnsupportedParts(of: todo, zones: zones, uids: uids).all
      }
    }
    var seen: Set<UnsupportedPart> = []
    return parts.filter { seen.insert($0).inserted }
  }
}

/// What one to-do says that a task doesn't. Every step looks at its lines once: anybody can write as many as they like.
private struct UnsupportedParts {
  /// The most kinds that are told of one to-do.
  private static let maximumCount = 100

  private(set) var all: [UnsupportedPart] = []
  private var seen: Set<UnsupportedPart> = []

  init(of todo: CalendarComponent, zones: CalendarZones, uids: Set<String>) {
    let keeps = SupportedParts(todo)
    for property in todo.properties where !property.value.isEmpty && !keeps.keeps(property, uids) {
      add(.property(property.name))
    }
    for component in todo.components where component.name != "VALARM" { add(.component(component.name)) }
    if let status = todo.property("STATUS")?.value.uppercased(), !["COMPLETED", "NEEDS-ACTION"].contains(status) {
      add(.status(status))
    }
    let times = AlarmTimes(todo, zones: zones)
    if times.hasOtherStart { add(.start) }
    if todo.components.contains(where: { $0.isAlarm && !times.isReminder($0) }) { add(.alarm) }
  }

  private mutating func add(_ part: UnsupportedPart) {
    if all.count < Self.maximumCount, seen.insert(part).inserted { all.append(part) }
  }
}

/// Which properties of a to-do a task keeps.
private struct SupportedParts {
  private let isPrivate: Bool
  private let hasDue: Bool
  private let hasStart: Bool
  private let keepsRule: Bool

  init(_ todo: CalendarComponent) {
    isPrivate = todo.property("X-VAULT-PRIVATE") != nil
    hasDue = todo.property("DUE") != nil
    hasStart = todo.property("DTSTART") != nil
    let isDue = hasDue || hasStart && todo.property("DURATION") != nil
    keepsRule = isDue && todo.rule != nil && todo.properties.filter { $0.name == "RRULE" }.count == 1
  }

  func keeps(_ property: CalendarProperty, _ uids: Set<String>) -> Bool {
    switch property.name {
    case "PERCENT-COMPLETE": ["0", "100"].contains(property.value)
    case "CLASS": isPrivate || property.value.uppercased() == "PUBLIC"
    case "RELATED-TO": property.isParent && uids.contains(property.text)
    case "RRULE": keepsRule
    case "DURATION": hasStart && !hasDue
    default: Self.kept.contains(property.name) || property.name.hasPrefix("X-VAULT-")
    }
  }

  private static let kept = Set([
    "SUMMARY", "STATUS", "COMPLETED", "PRIORITY", "CATEGORIES", "DUE", "DTSTART", "CREATED", "LAST-MODIFIED",
    "X-APPLE-SORT-ORDER",
    // Bookkeeping.
    "UID", "DTSTAMP", "SEQUENCE", "PRODID",
  ]).union(TaskField.all.map(\.calendarProperty))
}

/// The moments at which a to-do's alarms may be.
private struct AlarmTimes {
  private let start: Date?
  private let due: Date?
  /// When a reminder comes; for what is due on a day the day's beginning and end are as good.
  private var reminders: [Date] = []
  /// Whether there is a `DTSTART` that is not the due date.
  private(set) var hasOtherStart = false

  init(_ todo: CalendarComponent, zones: CalendarZones) {
    let moment = { (name: String) in todo.property(name).flatMap(CalendarMoment.init) }
    let (start, due) = (moment("DTSTART"), moment("DUE"))
    let span = try? PropertyReader(todo: todo, zones: zones).duration()
    self.start = start.map { Self.beginning($0, zones) }
    self.due = due.map { Self.beginning($0, zones) } ?? self.start.flatMap { start in span.map { start + $0 } }
    hasOtherStart = start != nil && self.start != self.due
    guard let date = self.due else { return }
    reminders = [date]
    guard (due ?? start)?.isDay == true else { return }
    let end = CivilDateTime(local: date)?.date.end.localDate ?? date
    reminders += [end, end.addingTimeInterval(-Reminder.allDayLead)]
  }

  /// Whether an alarm is at a reminder's moment; also where there is none, for then nothing can be said of it. Ours are.
  func isReminder(_ alarm: CalendarComponent) -> Bool {
    guard due != nil, alarm.property("X-VAULT-ALARM") == nil, let trigger = alarm.property("TRIGGER") else {
      return true
    }
    guard let date = date(of: trigger) else { return false }
    return reminders.contains { abs($0.timeIntervalSince(date)) < 60 }
  }

  private func date(of trigger: CalendarProperty) -> Date? {
    if let moment = CalendarMoment(trigger) { return moment.date(in: CalendarZones(CalendarComponent("VCALENDAR"))) }
    let text = trigger.value.uppercased()
    let isBefore = text.hasPrefix("-")
    guard let span = PropertyReader.seconds(isBefore ? String(text.dropFirst()) : text) else { return nil }
    let isOfEnd = trigger.parameter("RELATED")?.uppercased() == "END"
    return (isOfEnd ? due : start ?? due)?.addingTimeInterval(isBefore ? -span : span)
  }

  /// A moment; of a day its first second.
  private static func beginning(_ moment: CalendarMoment, _ zones: CalendarZones) -> Date {
    if case .day(let day) = moment { day.beginning.localDate } else { moment.date(in: zones) }
  }
}
