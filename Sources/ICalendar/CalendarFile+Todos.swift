internal import FoundationEssentials

/// The to-dos in a file. One that changes a single occurrence of another (`RECURRENCE-ID`) is kept, and belongs to that.
extension CalendarFile {
  /// Makes a file of one to-do.
  public init(_ item: TodoItem) throws(CalendarError) {
    let calendar = CalendarComponent(
      "VCALENDAR",
      [CalendarProperty("VERSION", value: "2.0"), CalendarProperty("PRODID", value: "-//vault//Task vault//EN")])
    self.init(calendars: [calendar])
    calendars[0].entries.append(.component(try CalendarComponent(item, zones: CalendarZones(calendar))))
  }

  /// What the to-dos in it say.
  ///
  /// - Throws: `property` when one can't be read, by us or by libical.
  public func todos() throws(CalendarError) -> [TodoItem] {
    var items: [TodoItem] = []
    for calendar in calendars {
      let zones = CalendarZones(calendar)
      for component in calendar.components where component.isTodo {
        items.append(try TodoItem(component, zones: zones))
      }
    }
    guard !items.isEmpty else { return [] }
    try checkWithLibical()
    return items
  }

  /// The `UID`s of the to-dos that do not say when they were changed: by `LAST-MODIFIED`, or else by `DTSTAMP`, which both
  /// say of what has no `METHOD` (RFC 5545, section 3.8.7.2).
  public var undated: Set<String> {
    let todos = calendars.flatMap(\.components).filter(\.isTodo)
    return Set(
      todos.filter { $0.property("LAST-MODIFIED") == nil && $0.property("DTSTAMP") == nil }
        .compactMap { $0.property("UID")?.text })
  }

  /// Changes the to-do of the item's `UID` where it is unlike the item.
  ///
  /// - Throws: `malformed` when there is none.
  public mutating func write(_ item: TodoItem) throws(CalendarError) {
    for (number, calendar) in calendars.enumerated() {
      let zones = CalendarZones(calendar)
      for (index, entry) in calendar.entries.enumerated() {
        guard case .component(var todo) = entry, todo.isTodo, todo.property("UID")?.text == item.uid else { continue }
        let former = try TodoItem(todo, zones: zones)
        try todo.write(item, over: former, zones: zones)
        calendars[number].entries[index] = .component(todo)
        if item.isPrivate { removeOthers(of: item.uid, but: (number, index)) }
        if item.isPrivate, !former.isPrivate { removeCalendarTexts() }
        return
      }
    }
    throw .malformed("it has no such to-do")
  }

  /// Removes what else there is of a `UID`: changed occurrences and journal entries hold the text as well.
  private mutating func removeOthers(of uid: String, but kept: (calendar: Int, entry: Int)) {
    for number in calendars.indices {
      let entries = calendars[number].entries.enumerated().filter { index, entry in
        guard case .component(let component) = entry, (number, index) != kept else { return true }
        return component.property("UID")?.text != uid
      }
      calendars[number].entries = entries.map(\.element)
    }
  }

  /// Removes what is said of the calendar itself: programs that write a file for each to-do give it the to-do's name.
  private mutating func removeCalendarTexts() {
    for number in calendars.indices {
      calendars[number].removeProperties { !["VERSION", "PRODID", "CALSCALE", "METHOD"].contains($0.name) }
    }
  }

  /// Removes the to-do of that `UID`, with what belongs to it.
  public mutating func removeTodo(uid: String) {
    for index in calendars.indices {
      calendars[index].removeComponents { $0.name == "VTODO" && $0.property("UID")?.text == uid }
    }
  }

  /// Whether nothing is left in it but time zones.
  public var isEmpty: Bool { calendars.allSatisfy { $0.components.allSatisfy { $0.name == "VTIMEZONE" } } }

  /// Only those properties count that are used, and an empty one is none.
  private func checkWithLibical() throws(CalendarError) {
    guard let complaints = Libical.complaints(about: String(decoding: bytes, as: UTF8.self)) else {
      throw .malformed("libical can't read it")
    }
    for complaint in complaints where !complaint.hasPrefix("No value for") {
      let words = complaint.split(separator: " ").map(String.init)
      if let name = Self.used.first(where: { words.contains($0) && complaint.contains("in \($0) property") }) {
        throw .property(name)
      }
    }
  }

  private static let used = [
    "DUE", "DTSTART", "DURATION", "COMPLETED", "CREATED", "LAST-MODIFIED", "DTSTAMP", "RRULE",
  ]
}

extension CalendarComponent {
  /// Whether it is a to-do, and not a changed occurrence of one.
  var isTodo: Bool { name == "VTODO" && property("RECURRENCE-ID") == nil }
}
