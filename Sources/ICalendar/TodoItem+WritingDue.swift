internal import FoundationEssentials
internal import VaultModel

/// When a to-do is due, and what hangs on that.
extension CalendarComponent {
  /// `DUE` excludes `DURATION`. `DTSTART` is of the same type as `DUE`, moves with it, and is there when a rule is, which
  /// counts from it.
  mutating func writeDue(_ item: TodoItem, over former: TodoItem?, zones: CalendarZones) throws(CalendarError) {
    let isMoved = item.dueDate != former?.dueDate || item.isAllDay != former?.isAllDay ?? false
    if isMoved || hasUnfitForm(for: item, over: former) { try moveDue(item, over: former, zones: zones) }
    // A rule of another program that had no effect without a due date must not come into force with one.
    if item.recurrence == nil, item.dueDate != nil, former?.dueDate == nil { set("RRULE", nil) }
    guard item.recurrence != nil, property("DTSTART") == nil, let due = property("DUE").flatMap(CalendarMoment.init)
    else { return }
    set("DTSTART", due.property("DTSTART"))
  }

  private mutating func moveDue(_ item: TodoItem, over former: TodoItem?, zones: CalendarZones) throws(CalendarError) {
    let formerStart = property("DTSTART").flatMap(CalendarMoment.init)
    let formerDue = property("DUE").flatMap(CalendarMoment.init) ?? formerStart
    set("DURATION", nil)
    guard let date = item.dueDate else {
      setMoment("DUE", nil, of: nil, zones)
      return
    }
    let isFloating = item.recurrence.map { !$0.hasEnd } ?? false
    let due = CalendarMoment.like(
      fit(formerDue, for: item), date, isDay: item.isAllDay, isFloating: isFloating, zones: zones)
    guard let due else { throw .property("DUE") }
    setMoment("DUE", due, of: date, zones)
    guard let formerStart else { return }
    var start = formerStart.date(in: zones)
    let lead = former?.dueDate.map { max(0, $0.timeIntervalSince(start)) } ?? 0
    let isRepeating = former?.recurrence != nil || item.recurrence != nil
    guard isRepeating || start > date || formerStart.isDay != item.isAllDay else { return }
    start = date.addingTimeInterval(-lead)
    let moved = CalendarMoment.like(
      fit(formerStart, for: item), start, isDay: item.isAllDay, isFloating: isFloating, zones: zones)
    set("DTSTART", moved?.property("DTSTART"))
  }

  /// A form that a date of the item may keep. todoman can't complete what has an end and is due at a local time: beside an
  /// end, that is only kept where another program has written both so.
  private func fit(_ moment: CalendarMoment?, for item: TodoItem) -> CalendarMoment? {
    guard case .floating = moment, let rule = item.recurrence, rule.hasEnd else { return moment }
    let end = property("RRULE").flatMap { RecurrenceRule($0.value)?.value("UNTIL") }
    let isLocal = end.map { $0.utf8.count == 15 } ?? false
    return isLocal ? moment : nil
  }

  /// Whether a rule that is new here makes another form of the dates necessary.
  private func hasUnfitForm(for item: TodoItem, over former: TodoItem?) -> Bool {
    guard item.dueDate != nil, item.recurrence != former?.recurrence else { return false }
    let moments = ["DUE", "DTSTART"].compactMap { property($0).flatMap(CalendarMoment.init) }
    return moments.contains { fit($0, for: item) == nil }
  }

  /// Alarms follow `notify`. Ours is at the reminder's moment; those of other programs stay as they are while there is to
  /// be a reminder.
  mutating func writeAlarms(_ item: TodoItem, over former: TodoItem?) throws(CalendarError) {
    let isSame =
      item.notify == former?.notify && item.dueDate == former?.dueDate && item.isAllDay == former?.isAllDay
      && item.summary == former?.summary
    if isSame || !item.notify && former?.notify != true { return }
    removeComponents { $0.isOurAlarm || $0.isAlarm && !item.notify }
    set("X-VAULT-NOTIFY", nil)
    if !item.notify || hasAlarm { return }
    guard let due = item.dueDate else {
      // Without a due date there is no moment that an alarm could have.
      set("X-VAULT-NOTIFY", CalendarProperty("X-VAULT-NOTIFY", value: "TRUE"))
      return
    }
    let moment = due.addingTimeInterval(item.isAllDay ? -Reminder.allDayLead : 0)
    guard let trigger = CalendarMoment.utc(moment) else { throw .property("TRIGGER") }
    entries.append(.component(Self.alarm(item, trigger)))
  }

  private static func alarm(_ item: TodoItem, _ trigger: CalendarMoment) -> CalendarComponent {
    let line = trigger.property("TRIGGER").value
    return CalendarComponent(
      "VALARM",
      [
        CalendarProperty("ACTION", value: "DISPLAY"),
        CalendarProperty("DESCRIPTION", text: item.summary.isEmpty ? "Reminder" : item.summary),
        CalendarProperty("TRIGGER", [("VALUE", "DATE-TIME")], value: line),
        CalendarProperty("X-VAULT-ALARM", value: "TRUE"),
      ])
  }

  /// Whether the vault has written it, for its own reminder.
  var isOurAlarm: Bool { name == "VALARM" && property("X-VAULT-ALARM") != nil }
}

/// What is sealed, and what may not be in the file because it is.
extension CalendarComponent {
  mutating func writePrivacy(_ item: TodoItem, over former: TodoItem?) throws(CalendarError) {
    if item.isPrivate != former?.isPrivate ?? false {
      set("X-VAULT-PRIVATE", item.isPrivate ? CalendarProperty("X-VAULT-PRIVATE", value: "TRUE") : nil)
      set("CLASS", item.isPrivate ? CalendarProperty("CLASS", value: "PRIVATE") : nil)
    }
    if item.seal != former?.seal {
      set("X-VAULT-SEAL", item.seal.map { CalendarProperty("X-VAULT-SEAL", value: $0.calendarText) })
    }
    if item.alwaysVerify != former?.alwaysVerify ?? false {
      let name = "X-VAULT-ALWAYS-VERIFY"
      set(name, item.alwaysVerify ? CalendarProperty(name, value: "TRUE") : nil)
    }
    if item.destruction != former?.destruction { try writeDestruction(item.destruction) }
  }

  private mutating func writeDestruction(_ destruction: Destruction?) throws(CalendarError) {
    let name = "X-VAULT-DESTRUCTION"
    let zones = CalendarZones(CalendarComponent("VCALENDAR"))
    switch destruction {
    case nil: try setDate(name, nil, zones)
    case .whenDone:
      try setDate(name, nil, zones)
      set(name, CalendarProperty(name, value: "WHEN-DONE"))
    case .at(let date): try setDate(name, date, zones)
    }
  }

  /// Removes all that could repeat a text that is to be sealed: other programs keep copies of it in properties of their own,
  /// as HTML for instance, and in alarms; the reminder is to be set again.
  mutating func removeTexts() {
    entries = properties.filter { Self.textless.contains($0.name) }
      .map { .property($0.keeping(parameters: Self.textlessParameters)) }
  }

  private static let textless = Set([
    "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DUE", "DURATION", "COMPLETED", "STATUS",
    "PERCENT-COMPLETE", "PRIORITY", "CATEGORIES", "RRULE", "RDATE", "EXDATE", "RELATED-TO", "CLASS",
    "X-APPLE-SORT-ORDER", "X-VAULT-UNDATED", "X-VAULT-EXACT-DUE", "X-VAULT-EXACT-COMPLETED",
    "X-VAULT-EXACT-CREATED", "X-VAULT-EXACT-LAST-MODIFIED", "X-VAULT-EXACT-RRULE",
  ]).union(TaskField.plain.map(\.calendarProperty))

  /// What says how a value is to be read.
  private static let textlessParameters: Set<String> = ["TZID", "VALUE", "RELTYPE", ExactDate.parameter]
}
