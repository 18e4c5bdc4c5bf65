internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc

/// A moment as people type it, after ISO 8601: `2026-12-24` (the end of that day), `2026-12-24T18:00` (local time),
/// `2026-12-24T18:00:00Z`, `2026-12-24T18:00+01:00`; a blank may stand for the `T`.
struct DueDate: ExpressibleByArgument, Equatable {
  let date: Date

  init?(argument: String) {
    var scanner = DigitScanner(argument)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), (1...12).contains(month), (1...Self.days(month, year)).contains(day)
    else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    (fields.tm_hour, fields.tm_min, fields.tm_sec, fields.tm_isdst) = (23, 59, 59, -1)
    guard !scanner.isAtEnd else {
      date = Date(timeIntervalSince1970: Double(mktime(&fields)))
      return
    }
    guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), scanner.time(into: &fields),
      let zone = scanner.zone()
    else { return nil }
    switch zone {
    case .local: date = Date(timeIntervalSince1970: Double(mktime(&fields)))
    case .offset(let seconds): date = Date(timeIntervalSince1970: Double(timegm(&fields) - seconds))
    }
  }

  private static func days(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

/// Reads fixed numbers of digits and single characters.
private struct DigitScanner {
  enum Zone {
    case local
    case offset(Int)
  }

  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    rest.removeFirst(digits)
    return Int(text)
  }

  /// `18:00`, `18:00:30`, `18:00:30.5`; a fraction is dropped.
  mutating func time(into fields: inout tm) -> Bool {
    guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else { return false }
    var second = 0
    if skip(":") {
      guard let value = number(2), value < 60 else { return false }
      second = value
      if skip(".") || skip(",") {
        guard number(1) != nil else { return false }
        while number(1) != nil {}
      }
    }
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    return true
  }

  /// Nothing, `Z`, `+01:00`, `+0100` or `+01`; nil for anything else.
  mutating func zone() -> Zone? {
    if isAtEnd { return .local }
    if skip("Z") || skip("z") { return isAtEnd ? .offset(0) : nil }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = number(2), hours < 24 else { return nil }
    _ = skip(":")
    let minutes = isAtEnd ? 0 : number(2)
    guard let minutes, minutes < 60, isAtEnd else { return nil }
    return .offset((isEast ? 1 : -1) * (hours * 3600 + minutes * 60))
  }
}
