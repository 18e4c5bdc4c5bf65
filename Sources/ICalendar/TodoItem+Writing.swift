internal import FoundationEssentials
internal import VaultModel

extension CalendarComponent {
  /// A `VTODO` of an item.
  init(_ item: TodoItem, zones: CalendarZones) throws(CalendarError) {
    self.init("VTODO", [CalendarProperty("UID", text: item.uid)])
    try write(item, over: nil, zones: zones)
  }

  /// Changes a `VTODO` where `item` is unlike `former`, what it says now; everything else stays as it is.
  ///
  /// - Throws: `property` for a date outside the years 1 to 9999, or a text with control characters.
  mutating func write(_ item: TodoItem, over former: TodoItem?, zones: CalendarZones) throws(CalendarError) {
    guard item != former else { return }
    var present = former
    if item.isPrivate, former?.isPrivate != true {
      removeTexts()
      present?.summary = ""
      for field in TaskField.sealed { present?[field] = nil }
      present?.notify = false
    }
    try writeTexts(item, over: present)
    try writeState(item, over: present, zones: zones)
    let start = ruleStart
    try writeDue(item, over: present, zones: zones)
    if item.recurrence != present?.recurrence || ruleStart != start {
      writeRule(item.recurrence, over: present?.recurrence)
    }
    try writePrivacy(item, over: present)
    try writeAlarms(item, over: present)
    if let former {
      let sequence = Int(property("SEQUENCE")?.value ?? "0") ?? 0
      set("SEQUENCE", CalendarProperty("SEQUENCE", value: String(min(sequence, Int(Int32.max) - 1) + 1)))
      if former.modifiedAt == item.modifiedAt { return }
      // Without one, DTSTAMP stood for it, which changes now.
      if property("CREATED") == nil { try setCreated(item.createdAt, zones) }
    }
    guard let stamp = CalendarMoment.utc(item.modifiedAt) else { throw .property("DTSTAMP") }
    set("DTSTAMP", stamp.property("DTSTAMP"))
  }

  private mutating func writeTexts(_ item: TodoItem, over former: TodoItem?) throws(CalendarError) {
    if item.summary != former?.summary ?? "" { try setText("SUMMARY", item.summary.isEmpty ? nil : item.summary) }
    for field in TaskField.all where item[field] != former?[field] {
      try setText(field.calendarProperty, item[field])
    }
    if item.tags != former?.tags ?? [] {
      for tag in item.tags { try Self.check(tag, "CATEGORIES") }
      set("CATEGORIES", item.tags.isEmpty ? nil : CalendarProperty("CATEGORIES", texts: item.tags))
    }
    if item.parent != former?.parent { setParent(item.parent) }
    if former.map({ $0.order != item.order }) ?? true {
      let order =
        item.order == item.order.rounded() && abs(item.order) < 1e15 ? String(Int(item.order)) : "\(item.order)"
      let isNeeded = item.parent != nil || property("X-APPLE-SORT-ORDER") != nil
      if isNeeded { set("X-APPLE-SORT-ORDER", CalendarProperty("X-APPLE-SORT-ORDER", value: order)) }
    }
  }

  private mutating func writeState(
    _ item: TodoItem, over former: TodoItem?, zones: CalendarZones
  ) throws(CalendarError) {
    if item.priority != former?.priority {
      let number = item.priority.map { CalendarProperty("PRIORITY", value: String($0.calendarNumber)) }
      set("PRIORITY", number)
    }
    if former.map({ $0.isDone != item.isDone }) ?? true {
      set("STATUS", CalendarProperty("STATUS", value: item.isDone ? "COMPLETED" : "NEEDS-ACTION"))
      set("PERCENT-COMPLETE", item.isDone ? CalendarProperty("PERCENT-COMPLETE", value: "100") : nil)
      if !item.isDone { try setDate("COMPLETED", nil, zones) }
    }
    if item.completedAt != former?.completedAt { try setDate("COMPLETED", item.completedAt, zones) }
    if former?.createdAt != item.createdAt { try setCreated(item.createdAt, zones) }
    if former?.modifiedAt != item.modifiedAt { try setDate("LAST-MODIFIED", item.modifiedAt, zones) }
  }

  /// The mark of one that never said when it was made: nobody is told a date that nobody knows.
  static let undatedName = "X-VAULT-UNDATED"

  private mutating func setCreated(_ date: Date, _ zones: CalendarZones) throws(CalendarError) {
    let isUndated = date == TodoItem.undated
    set(Self.undatedName, isUndated ? CalendarProperty(Self.undatedName, value: "TRUE") : nil)
    try setDate("CREATED", isUndated ? nil : date, zones)
  }

  private mutating func setParent(_ parent: String?) {
    entries.removeAll { if case .property(let property) = $0 { property.isParent } else { false } }
    guard let parent else { return }
    let others = properties.filter { $0.name == "RELATED-TO" }
    set("RELATED-TO", CalendarProperty("RELATED-TO", text: parent))
    guard let place = entries.firstIndex(of: .property(CalendarProperty("RELATED-TO", text: parent))) else { return }
    entries.insert(contentsOf: others.map { .property($0) }, at: place + 1)
  }

  /// Sets a property to a text; nil removes it.
  mutating func setText(_ name: String, _ text: String?) throws(CalendarError) {
    if let text { try Self.check(text, name) }
    set(name, text.map { CalendarProperty(name, text: $0) })
  }

  /// Sets a property to a date in UTC; nil removes it.
  mutating func setDate(_ name: String, _ date: Date?, _ zones: CalendarZones) throws(CalendarError) {
    guard let date else {
      setMoment(name, nil, of: nil, zones)
      return
    }
    guard let moment = CalendarMoment.utc(date) else { throw .property(name) }
    setMoment(name, moment, of: date, zones)
  }

  /// Sets a property to a value that stands for `date`, and notes what it leaves out of it.
  mutating func setMoment(_ name: String, _ moment: CalendarMoment?, of date: Date?, _ zones: CalendarZones) {
    let property = moment?.property(name)
    set(name, property)
    let exact = ExactDate.name(of: name)
    guard let date, let moment, let property, moment.date(in: zones) != date else {
      set(exact, nil)
      return
    }
    let seconds = "\(date.timeIntervalSinceReferenceDate)"
    set(exact, CalendarProperty(exact, [(ExactDate.parameter, property.value)], value: seconds))
  }

  /// RFC 5545 knows no control characters but tabs and line ends.
  private static func check(_ text: String, _ name: String) throws(CalendarError) {
    let isControl = text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value == 0x7F }
    if isControl { throw .property(name) }
  }
}
