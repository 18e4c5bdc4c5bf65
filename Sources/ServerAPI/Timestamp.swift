internal import CivilTime
internal import FoundationEssentials

/// Moments as the API writes them: `2026-12-24T18:00:00Z` (RFC 3339), whole seconds.
enum Timestamp {
  private static let byteCount = 20

  /// Appends a moment; what is below a second is left out.
  static func append(_ date: Date, to bytes: inout [UInt8]) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let day = (seconds / 86_400).rounded(.down)
    guard let number = Int(exactly: day), let date = CivilDate(dayNumber: number) else {
      return bytes.append(contentsOf: date.formatted(.iso8601).utf8)
    }
    let second = Int(seconds - day * 86_400)
    digits(date.year, 4, &bytes)
    for (separator, value) in [("-", date.month.rawValue), ("-", date.day)] as [(Unicode.Scalar, Int)] {
      bytes.append(UInt8(ascii: separator))
      digits(value, 2, &bytes)
    }
    for (separator, value) in [("T", second / 3600), (":", second / 60 % 60), (":", second % 60)]
      as [(Unicode.Scalar, Int)]
    {
      bytes.append(UInt8(ascii: separator))
      digits(value, 2, &bytes)
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Reads a moment in this form.
  ///
  /// - Returns: nil for every other form, of which RFC 3339 has many.
  static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == byteCount, bytes[19] == UInt8(ascii: "Z") else { return nil }
      let separators: [(Int, Unicode.Scalar)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
      guard separators.allSatisfy({ bytes[$0] == UInt8(ascii: $1) }) else { return nil }
      guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]).flatMap(Month.init(rawValue:)),
        let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
        let second = number(bytes[17..<19]), let date = CivilDate(year: year, month: month, day: day),
        let time = ClockTime(hour: hour, minute: minute, second: second)
      else { return nil }
      return Date(timeIntervalSince1970: Double(date.dayNumber * 86_400 + time.secondOfDay))
    }
  }

  private static func digits(_ number: Int, _ count: Int, _ bytes: inout [UInt8]) {
    var divisor = count == 4 ? 1000 : 10
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
