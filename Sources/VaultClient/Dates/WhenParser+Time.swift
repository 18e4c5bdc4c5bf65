internal import AgentAPI
internal import CivilTime
internal import Localization

/// A time as it was typed.
enum NamedTime: Equatable {
  /// What a clock shows, in local time or where clocks are so many seconds ahead of UTC.
  case clock(ClockTime, zone: Int?)
  /// `midnight`, which says less than 0:00 when a day is named with it.
  case midnight
}

extension WhenParser {
  /// Parses `9:00`, `18:30:15`, `9am`, `9:30 pm`, `noon`, `midnight`, or `18:00+01:00`; nil when the next word is no time.
  ///
  /// - Throws: a failure for a time that no clock shows.
  mutating func parseTime() throws(Failure) -> NamedTime? {
    if words.consume("noon") { return .clock(.noon, zone: nil) }
    if words.consume("midnight") { return .midnight }
    guard let word = words.next, word.beginsWithDigit else { return nil }
    var scanner = ClockScanner(word)
    guard let hour = scanner.number() else { return nil }
    var numbers = [hour]
    while numbers.count < 3, scanner.skip(":") {
      guard let number = scanner.number(), scanner.lastDigitCount == 2 else { throw Self.badDigits(word) }
      numbers.append(number)
    }
    if numbers.count == 3, scanner.skip(".") || scanner.skip(",") {
      // A fraction is dropped.
      guard scanner.number() != nil else { throw Self.badDigits(word) }
    }
    return try parseClock(word, numbers, scanner.rest)
  }

  /// Goes on behind the digits: half of the day or zone.
  private mutating func parseClock(
    _ word: String, _ numbers: [Int], _ ending: String
  ) throws(Failure) -> NamedTime? {
    let half = Half(ending) ?? (ending.isEmpty ? words.afterNext.flatMap { Half($0) } : nil)
    // A number alone is no time.
    guard numbers.count > 1 || half != nil else { return nil }
    let zone = half == nil && !ending.isEmpty ? ClockScanner.secondsEast(ending) : nil
    guard half != nil || ending.isEmpty || zone != nil else { return nil }
    let clock = try Self.clock(numbers, half)
    _ = words.consume()
    if half != nil, ending.isEmpty { _ = words.consume() }
    return .clock(clock, zone: zone)
  }

  private static func clock(_ numbers: [Int], _ half: Half?) throws(Failure) -> ClockTime {
    let minute = numbers.count > 1 ? numbers[1] : 0
    let second = numbers.count > 2 ? numbers[2] : 0
    guard minute < 60, second < 60 else {
      throw .typed(
        minute < 60 ? localized("There is no second \(second).") : localized("There is no minute \(minute)."),
        hint: localized("For instance: 18:59"))
    }
    if let half, !(1...12).contains(numbers[0]) {
      throw .typed(
        localized("There is no hour \(numbers[0]) \(half.rawValue)."), hint: localized("For instance: 6pm or 18:00"))
    }
    let hour = half.map { numbers[0] % 12 + ($0 == .pm ? 12 : 0) } ?? numbers[0]
    guard let clock = ClockTime(hour: hour, minute: minute, second: second) else {
      throw .typed(
        localized("There is no hour \(hour)."), hint: localized("Hours are 0 to 23; the last minute of a day is 23:59.")
      )
    }
    return clock
  }

  private static func badDigits(_ word: String) -> Failure {
    .typed(
      localized("\(Failure.quoted(word)) is not a time."),
      hint: localized("Minutes and seconds have two digits, for instance: 9:05"))
  }

  /// The halves of the day.
  private enum Half: String {
    case am
    case pm

    init?(_ word: String) {
      switch word {
      case "am", "a.m.": self = .am
      case "pm", "p.m.": self = .pm
      default: return nil
      }
    }
  }
}

/// Reads numbers and single characters.
struct ClockScanner {
  private var bytes: Substring.UTF8View
  /// How many digits the last number had.
  private(set) var lastDigitCount = 0

  init(_ text: String) { bytes = text[...].utf8 }

  var rest: String { String(Substring(bytes)) }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = bytes.first, UInt32(first) == character.value else { return false }
    bytes.removeFirst()
    return true
  }

  /// A number of one to nine digits.
  mutating func number() -> Int? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    lastDigitCount = digits.count
    guard let number = String(Substring(digits)).number(digits: 1...9) else { return nil }
    bytes = bytes[digits.endIndex...]
    return number
  }

  /// A zone of ISO 8601 in seconds ahead of UTC: `z`, `+01:00`, `+0100`, `+01`.
  static func secondsEast(_ text: String) -> Int? {
    if text == "z" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = String(text.dropFirst()).pieces(":").joined()
    guard digits.utf8.count == 2 || digits.utf8.count == 4, digits.number(digits: 2...4) != nil,
      let hours = Int(digits.prefix(2)), let minutes = Int("0" + digits.dropFirst(2)), hours < 24, minutes < 60
    else { return nil }
    return (sign == "+" ? 1 : -1) * (hours * 3600 + minutes * 60)
  }
}
