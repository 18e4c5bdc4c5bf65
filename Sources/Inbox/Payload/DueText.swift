internal import CivilTime
internal import FoundationEssentials

/// The moments that `due` can name, in the years 1 to 9999.
enum DueText {
  /// Seconds since 1970.
  private static let range = -62_135_596_800.0..<253_402_300_800.0
  private static let maximumByteCount = 64

  /// Reads seconds since 1970, with or without a fraction.
  static func date(unix text: String) -> Date? { Double(text).flatMap(date(seconds:)) }

  /// Reads ISO 8601 in its extended form: a date, a time, and a zone, which is `Z`, `+02:00`, `+0200` or `+02`. Seconds
  /// and their fraction may be left out.
  static func date(_ text: String) -> Date? {
    guard text.utf8.count <= maximumByteCount else { return nil }
    var digits = Digits(text)
    guard let date = civilDate(&digits), digits.take("T") || digits.take("t"), let hour = digits.number(2),
      digits.take(":"), let minute = digits.number(2), let (second, fraction) = seconds(&digits),
      let time = ClockTime(hour: hour, minute: minute, second: second), let offset = offset(&digits), digits.isAtEnd
    else { return nil }
    return self.date(seconds: Double(date.dayNumber * 86_400 + time.secondOfDay - offset) + fraction)
  }

  private static func date(seconds: Double) -> Date? {
    range.contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
  }

  private static func civilDate(_ digits: inout Digits) -> CivilDate? {
    guard let year = digits.number(4), digits.take("-"), let month = digits.number(2).flatMap(Month.init(rawValue:)),
      digits.take("-"), let day = digits.number(2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// The seconds and their fraction; 0 where there are none, nil where they can't be read.
  private static func seconds(_ digits: inout Digits) -> (Int, Double)? {
    guard digits.take(":") else { return (0, 0) }
    guard let second = digits.number(2) else { return nil }
    guard digits.take(".") || digits.take(",") else { return (second, 0) }
    let fraction = digits.run()
    return fraction.isEmpty ? nil : Double("0." + fraction).map { (second, $0) }
  }

  /// Seconds east of zero longitude.
  private static func offset(_ digits: inout Digits) -> Int? {
    if digits.take("Z") || digits.take("z") { return 0 }
    let isEast = digits.take("+")
    guard isEast || digits.take("-"), let hours = digits.number(2), hours < 24 else { return nil }
    if digits.isAtEnd { return (isEast ? 1 : -1) * hours * 3600 }
    _ = digits.take(":")
    guard let minutes = digits.number(2), minutes < 60 else { return nil }
    return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
  }

  /// Reads numbers of a known length from ASCII.
  private struct Digits {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    mutating func run() -> String {
      let digits = rest.prefix(while: Self.isDigit)
      rest = rest.dropFirst(digits.count)
      return String(decoding: digits, as: UTF8.self)
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest = rest.dropFirst()
      return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  }
}
