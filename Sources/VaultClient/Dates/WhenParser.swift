internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Localization

/// Reads a ``When`` from words: a span of time, a day, a time, or a day and a time in either order.
struct WhenParser {
  var words: WordCursor
  /// Notes on the result.
  var notes: [String] = []
  let now: Date
  let zone: LocalZone
  /// `now` on the local calendar and clock.
  let local: CivilDateTime
  private let text: String

  /// The longest text that is looked at, in characters.
  private static let maximumCount = 100

  init(_ text: String, now: Date, zone: LocalZone) {
    self.text = text
    // Whole seconds: what is shown is then what is stored.
    self.now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    self.zone = zone
    local = zone.dateTime(at: now)
    words = WordCursor(Self.withoutT(text))
  }

  var today: CivilDate { local.date }

  mutating func parse() throws(Failure) -> When {
    guard text.count <= Self.maximumCount, !words.isAtEnd else {
      throw .typed(
        words.isAtEnd ? localized("There is no date or time.") : localized("That is too long for a date."),
        hint: WhenWords.examples)
    }
    let result = try parseForms()
    guard let extra = words.next else { return result }
    throw WhenWords.misunderstood(extra, afterDay: result.isAllDay)
  }

  private mutating func parseForms() throws(Failure) -> When {
    if words.consume("now") { return When(at: now, now: now, zone: zone) }
    if let span = try parseSpan() { return try due(after: span) }
    consumeOn()
    if let day = try parseDay() { return try due(on: day) }
    _ = words.consume("at")
    guard let time = try parseTime() else { throw WhenWords.misunderstood(words.next ?? "", afterDay: false) }
    consumeOn()
    guard !words.isAtEnd else { return try due(atNext: time) }
    guard let day = try parseDay() else { throw WhenWords.misunderstood(words.next ?? "", afterDay: false) }
    return try due(on: day, at: time)
  }

  /// Consumes `on`, and the article of `on the 1st`.
  private mutating func consumeOn() {
    guard words.consume("on"), words.afterNext.flatMap(WhenWords.ordinalDay) != nil else { return }
    _ = words.consume("the")
  }

  private mutating func due(on day: NamedDay) throws(Failure) -> When {
    let saysAt = words.consume("at")
    if let time = try parseTime() { return try due(on: day, at: time) }
    if saysAt {
      throw .typed(localized("There is no time behind \"at\"."), hint: localized("For instance: \(day.date) at 18:00"))
    }
    return When(day: day.date, now: now, zone: zone, notes: notes)
  }

  private func due(on day: NamedDay, at time: NamedTime) throws(Failure) -> When {
    switch time {
    case .midnight:
      throw .typed(
        localized("\"midnight\" of a day may be its start or its end."),
        hint: localized("Write \(day.date) 0:00 or \(day.date) 23:59."))
    case .clock(let clock, zone: nil):
      return When(CivilDateTime(day.date, clock), now: now, zone: zone, notes: notes)
    case .clock(let clock, zone: .some(let secondsEast)):
      guard day.isISO else { throw WhenWords.zoneWithoutDate }
      let moment = LocalZone(secondsEast: secondsEast).moment(CivilDateTime(day.date, clock))
      return When(at: moment.date, now: now, zone: zone, notes: notes)
    }
  }

  /// The next moment a clock shows that time.
  private func due(atNext time: NamedTime) throws(Failure) -> When {
    let clock: ClockTime
    switch time {
    case .midnight: clock = .midnight
    case .clock(let time, zone: nil): clock = time
    case .clock: throw WhenWords.zoneWithoutDate
    }
    let sooner = CivilDateTime(today, clock)
    if zone.moment(sooner).date > now { return When(sooner, now: now, zone: zone) }
    guard let tomorrow = today.adding(days: 1) else { throw WhenWords.tooFar }
    return When(CivilDateTime(tomorrow, clock), now: now, zone: zone)
  }

  private mutating func due(after span: Span) throws(Failure) -> When {
    guard let day = span.day(after: today) else { throw WhenWords.tooFar }
    if !span.hasClockUnits { return try due(on: NamedDay(day)) }
    let start = span.hasDayUnits ? zone.moment(CivilDateTime(day, local.time)).date : now
    let date = start.addingTimeInterval(Double(span.seconds))
    guard date < zone.start(of: .last) else { throw WhenWords.tooFar }
    return When(at: date, now: now, zone: zone)
  }

  /// The text with a blank for the `T` of `2026-12-24T18:00`.
  private static func withoutT(_ text: String) -> String {
    guard let mark = text.firstIndex(where: { $0 == "T" || $0 == "t" }), mark > text.startIndex else { return text }
    let before = text[text.index(before: mark)]
    let behind = text[text.index(after: mark)...]
    guard before.isASCII, before.isNumber, String(behind).beginsWithDigit else { return text }
    return text[..<mark] + " " + behind
  }
}
