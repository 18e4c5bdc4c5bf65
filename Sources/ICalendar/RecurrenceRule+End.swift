internal import CivilTime
internal import VaultModel

/// How the end by date of a rule is written.
///
/// `UNTIL` is of the type that `DTSTART` has (RFC 5545, section 3.3.10), and other programs fail where it isn't. The vault
/// knows the moment, in UTC: a day lasts until its last second on local clocks.
extension RecurrenceRule {
  /// Whether it ends by date.
  var hasEnd: Bool { value("UNTIL") != nil }

  /// The value of an `RRULE` beside a beginning of this form.
  func text(beside start: CalendarMoment?) -> String {
    guard let end, let start, let written = end.written(beside: start) else { return text }
    return text(endingWith: written)
  }

  /// The rule with its end in UTC; a day or a local time is taken as of local clocks.
  var inVaultForm: RecurrenceRule {
    guard let end, let moment = end.inUTC else { return self }
    return RecurrenceRule(text(endingWith: moment)) ?? self
  }

  private var end: CalendarMoment? {
    value("UNTIL").flatMap { CalendarMoment(CalendarProperty("UNTIL", value: String($0))) }
  }

  private func text(endingWith end: CalendarMoment) -> String {
    let value = end.property("UNTIL").value
    return text.split(separator: ";").map { $0.hasPrefix("UNTIL=") ? "UNTIL=" + value : String($0) }
      .joined(separator: ";")
  }
}

/// An `UNTIL`.
extension CalendarMoment {
  /// The same end in the form that fits a beginning; nil outside the years 1 to 9999.
  fileprivate func written(beside start: CalendarMoment) -> CalendarMoment? {
    switch (start, self) {
    case (.day, .day), (.floating, .floating), (.utc, .utc), (.zoned, .utc): self
    case (.day, _): lastWholeDay.map { .day($0) }
    case (.floating, _): onLocalClocks.map { .floating($0) }
    case (.utc, _), (.zoned, _): inUTC
    }
  }

  fileprivate var inUTC: CalendarMoment? {
    if case .utc = self { return self }
    return onLocalClocks.flatMap { .utc($0.localDate) }
  }

  private var onLocalClocks: CivilDateTime? {
    switch self {
    case .day(let day): day.end
    case .utc(let moment): CivilDateTime(local: moment.utcDate)
    case .floating(let moment), .zoned(let moment, _): moment
    }
  }

  /// What is due on a day is due with its last second: a day that ends later is not among them.
  private var lastWholeDay: CivilDate? {
    guard let last = onLocalClocks else { return nil }
    return last.time == .lastSecond ? last.date : last.date.adding(days: -1)
  }
}

extension CalendarComponent {
  /// What a rule counts from.
  var ruleStart: CalendarMoment? {
    (property("DTSTART") ?? property("DUE")).flatMap(CalendarMoment.init)
  }

  /// The rule as the vault has it: the line's, or the one noted beside the line as long as it means the same there.
  var rule: RecurrenceRule? {
    guard let line = property("RRULE").flatMap({ RecurrenceRule($0.value) }) else { return nil }
    guard let exact = property(Self.exactRule).flatMap({ RecurrenceRule($0.text) }),
      Self.isSame(exact.text(beside: ruleStart), line.text)
    else { return line.inVaultForm }
    return exact
  }

  /// Writes a rule beside the `DTSTART` that is there by now. A line that says it already stays as it is.
  mutating func writeRule(_ rule: RecurrenceRule?, over former: RecurrenceRule?) {
    guard let rule else {
      // What the vault doesn't take for a rule is another program's.
      if former != nil { set("RRULE", nil) }
      set(Self.exactRule, nil)
      return
    }
    let text = rule.text(beside: ruleStart)
    let isWritten = property("RRULE").map { Self.isSame(RecurrenceRule($0.value)?.text ?? "", text) } ?? false
    if !isWritten { set("RRULE", CalendarProperty("RRULE", value: text)) }
    set(Self.exactRule, nil)
    if self.rule != rule { set(Self.exactRule, CalendarProperty(Self.exactRule, text: rule.text)) }
  }

  /// The property beside a rule whose end the line can't say as the vault has it.
  private static let exactRule = "X-VAULT-EXACT-RRULE"

  /// Whether two rules have the same parts: other programs sort them.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    Set(one.split(separator: ";")) == Set(other.split(separator: ";"))
  }
}
