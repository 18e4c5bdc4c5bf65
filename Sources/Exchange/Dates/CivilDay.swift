/// A day of the Gregorian calendar in the years 1 to 9999, without a time zone.
public struct CivilDay: Hashable, Sendable, CustomStringConvertible {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// From 1.
  public let day: Int

  /// Makes a day; nil when there is none such.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    let number = Self.number(year, month, day)
    let (realYear, realMonth, realDay) = Self.parts(number)
    guard (realYear, realMonth, realDay) == (year, month, day) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day so many days after 1 January 1970; nil outside the years 1 to 9999.
  init?(number: Int) {
    guard Self.numbers.contains(number) else { return nil }
    (year, month, day) = Self.parts(number)
  }

  /// The day so many days after 1 January 1970, or the first or last there is.
  init(nearest number: Int) {
    (year, month, day) = Self.parts(min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound))
  }

  /// Reads `YYYY-MM-DD`.
  init?(_ text: Substring) {
    var digits = DigitReader(text)
    guard let year = digits.number(4), digits.take("-"), let month = digits.number(2), digits.take("-"),
      let day = digits.number(2), digits.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `YYYY-MM-DD`.
  public var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

  /// Days since 1 January 1970.
  var number: Int { Self.number(year, month, day) }

  /// 0 for Sunday to 6 for Saturday; 1 January 1970 was a Thursday.
  var weekday: Int { ((number + 4) % 7 + 7) % 7 }

  // Years are counted from March, so that a leap day is a year's last, in cycles of 400 years with 146 097 days. The
  // 719 468th day after 1 March of the year 0 is 1 January 1970.

  private static let numbers = number(1, 1, 1)...number(9999, 12, 31)

  private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let (cycle, yearOfCycle) = (marchYear / 400, marchYear % 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
  }

  private static func parts(_ number: Int) -> (Int, Int, Int) {
    let days = number + 719_468
    let (cycle, dayOfCycle) = (days / 146_097, days % 146_097)
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension Int {
  /// The number in at least so many digits.
  func padded(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }
}

/// Reads numbers of a fixed length from ASCII.
struct DigitReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Exactly `count` digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// As many digits as there are, at least one, as a text.
  mutating func digits() -> String? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  /// Whether this character came next; then it is passed.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first.map({ UInt32($0) }) == character.value else { return false }
    rest = rest.dropFirst()
    return true
  }
}
