internal import FoundationEssentials
internal import VaultModel

extension TodoItem {
  /// Reads a `VTODO`.
  ///
  /// - Throws: `property` when one that counts can't be read.
  init(_ todo: CalendarComponent, zones: CalendarZones) throws(CalendarError) {
    let reader = PropertyReader(todo: todo, zones: zones)
    guard let uid = todo.property("UID")?.text, !uid.isEmpty else { throw .property("UID") }
    let stamp = try reader.date("DTSTAMP")
    let created = try reader.date("CREATED")
    let modified = try reader.date("LAST-MODIFIED")
    // Looked up only where it may count: many to-dos are read at once.
    let isUndated = created == nil && todo.property(CalendarComponent.undatedName) != nil
    let made = created ?? (isUndated ? Self.undated : stamp ?? modified ?? Self.undated)
    self.init(id: UUID(calendarUID: uid), order: made.timeIntervalSinceReferenceDate, createdAt: made)
    self.uid = uid
    modifiedAt = modified ?? stamp ?? made
    if let text = todo.property("X-APPLE-SORT-ORDER")?.value, let number = Double(text), number.isFinite {
      order = number
    }
    parent = todo.parent
    readText(todo)
    try readDates(reader)
    try readSeal(reader)
  }

  private mutating func readText(_ todo: CalendarComponent) {
    summary = todo.property("SUMMARY")?.text ?? ""
    for field in TaskField.all { self[field] = todo.property(field.calendarProperty)?.text }
    priority = todo.property("PRIORITY").flatMap { Priority(calendarNumber: $0.value) }
    let categories = todo.properties.filter { $0.name == "CATEGORIES" }.flatMap(\.texts)
    tags = Set(categories.filter { !$0.isEmpty }).sorted()
    notify = todo.hasAlarm || todo.property("X-VAULT-NOTIFY")?.value == "TRUE"
    switch todo.property("STATUS")?.value.uppercased() {
    case "COMPLETED", "CANCELLED": isDone = true
    case nil: isDone = todo.property("COMPLETED") != nil || todo.property("PERCENT-COMPLETE")?.value == "100"
    default: isDone = false
    }
  }

  private mutating func readDates(_ reader: PropertyReader) throws(CalendarError) {
    dueDate = try reader.date("DUE")
    isAllDay = try reader.moment("DUE")?.isDay ?? false
    let start = try reader.moment("DTSTART")
    if dueDate == nil, let start, let span = try reader.duration() {
      dueDate = start.date(in: reader.zones).addingTimeInterval(span)
      isAllDay = start.isDay
    }
    let completed = try reader.date("COMPLETED")
    completedAt = isDone ? completed : nil
    // A rule without a due date is for other programs; it stays in the file.
    recurrence = dueDate == nil ? nil : reader.todo.rule
  }

  private mutating func readSeal(_ reader: PropertyReader) throws(CalendarError) {
    alwaysVerify = reader.todo.property("X-VAULT-ALWAYS-VERIFY")?.value == "TRUE"
    isPrivate = reader.todo.property("X-VAULT-PRIVATE")?.value == "TRUE"
    if let text = reader.todo.property("X-VAULT-SEAL")?.value {
      guard let seal = SealReference(calendarText: text) else { throw .property("X-VAULT-SEAL") }
      self.seal = seal
    }
    isPrivate = isPrivate || seal != nil
    switch reader.todo.property("X-VAULT-DESTRUCTION")?.value {
    case nil: destruction = nil
    case "WHEN-DONE": destruction = .whenDone
    default: destruction = try reader.date("X-VAULT-DESTRUCTION").map { .at($0) }
    }
  }
}

/// Reads a `VTODO`'s dates.
struct PropertyReader {
  let todo: CalendarComponent
  let zones: CalendarZones

  func moment(_ name: String) throws(CalendarError) -> CalendarMoment? {
    guard let property = todo.property(name) else { return nil }
    guard let moment = CalendarMoment(property) else { throw .property(name) }
    return moment
  }

  /// The date under `name`, with what iCalendar can't say of it, as long as that is of this very value.
  func date(_ name: String) throws(CalendarError) -> Date? {
    guard let moment = try moment(name), let property = todo.property(name) else { return nil }
    let date = moment.date(in: zones)
    guard let exact = todo.property(ExactDate.name(of: name)), exact.parameter(ExactDate.parameter) == property.value,
      let seconds = Double(exact.value), ExactDate.isOf(date, seconds)
    else { return date }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// `DURATION` (RFC 5545, section 3.3.6) in seconds.
  func duration() throws(CalendarError) -> Double? {
    guard let text = todo.property("DURATION")?.value else { return nil }
    guard let seconds = Self.seconds(text.uppercased()) else { throw .property("DURATION") }
    return seconds
  }

  static func seconds(_ text: String) -> Double? {
    var total = 0.0
    var number = ""
    guard text.hasPrefix("P") || text.hasPrefix("+P"), text.utf8.count <= 32 else { return nil }
    for scalar in text.unicodeScalars.drop(while: { $0 == "+" }).dropFirst() {
      switch scalar {
      case "0"..."9": number.unicodeScalars.append(scalar)
      case "T": guard number.isEmpty else { return nil }
      case "W", "D", "H", "M", "S":
        guard let count = Double(number) else { return nil }
        let unit: [Unicode.Scalar: Double] = ["W": 604_800, "D": 86_400, "H": 3600, "M": 60, "S": 1]
        total += count * (unit[scalar] ?? 0)
        number = ""
      default: return nil
      }
    }
    return number.isEmpty && total < 1e10 ? total : nil
  }
}

/// The property beside a date that has more than iCalendar keeps: fractions of a second. It names the value it is of, so
/// that it counts no more once another program changed that.
enum ExactDate {
  static let parameter = "X-VAULT-OF"

  /// The furthest that the two may lie apart, in seconds: a day's and a time zone's length.
  private static let greatestDistance = 3.0 * 86_400

  /// Whether it may say a value more exactly: anybody can write anything there.
  static func isOf(_ date: Date, _ seconds: Double) -> Bool {
    abs(date.timeIntervalSinceReferenceDate - seconds) <= greatestDistance
  }

  static func name(of name: String) -> String { name.hasPrefix("X-VAULT-") ? name + "-EXACT" : "X-VAULT-EXACT-" + name }
}

extension CalendarComponent {
  /// The `UID` that a bare `RELATED-TO`, or one of `RELTYPE=PARENT`, names.
  var parent: String? { properties.first(where: \.isParent)?.text }

  /// Whether it has an alarm that does something; Apple's default alarm, `ACTION:NONE`, doesn't.
  var hasAlarm: Bool { components.contains(where: \.isAlarm) }

  var isAlarm: Bool { name == "VALARM" && property("ACTION")?.value.uppercased() != "NONE" }
}

extension CalendarProperty {
  var isParent: Bool {
    name == "RELATED-TO" && !value.isEmpty && (parameter("RELTYPE") ?? "PARENT").uppercased() == "PARENT"
  }
}

extension Priority {
  /// RFC 5545, section 3.8.1.9; nil for 0, which means none, and for what is no priority.
  init?(calendarNumber text: String) {
    switch Int(text) {
    case .some(1...4): self = .high
    case 5: self = .medium
    case .some(6...9): self = .low
    default: return nil
    }
  }

  var calendarNumber: Int {
    switch self {
    case .high: 1
    case .medium: 5
    case .low: 9
    }
  }
}

extension SealReference {
  /// `VERSION DIGEST` or `VERSION DIGEST MARK`, the latter two in hexadecimal digits.
  init?(calendarText: String) {
    let parts = calendarText.split(separator: " ")
    guard (2...3).contains(parts.count), let version = Int(parts[0]),
      (1...Self.greatestVersion).contains(version), let digest = Self.bytes(parts[1])
    else {
      return nil
    }
    self.init(version: version, digest: digest)
    guard parts.count == 3 else { return }
    guard let mark = Self.bytes(parts[2]) else { return nil }
    self.mark = mark
  }

  var calendarText: String {
    ([String(version), Self.digits(digest)] + (mark.map { [Self.digits($0)] } ?? [])).joined(separator: " ")
  }

  private static func bytes(_ digits: Substring) -> [UInt8]? {
    let values: [Int] = digits.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard !values.isEmpty, values.count == digits.utf8.count, values.count.isMultiple(of: 2) else { return nil }
    // In one expression with the closure, the compiler takes more than a second for it.
    return stride(from: 0, to: values.count, by: 2).map { (index: Int) -> UInt8 in
      UInt8(values[index] << 4 | values[index + 1])
    }
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
