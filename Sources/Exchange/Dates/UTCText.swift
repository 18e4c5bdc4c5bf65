internal import FoundationEssentials

/// Dates as text in UTC: `2030-12-24T18:00:00.25Z` (RFC 3339) and `20301224T180000Z`, as Taskwarrior has it.
enum UTCText {
  /// Seconds since 2001 of the first moment of the year 1, and of the one after the last of the year 9999.
  private static let range = -63_113_904_000.0..<252_423_993_600.0
  /// Days from 1970 to 2001.
  private static let referenceDay = 11_323
  /// As many decimals as a fraction can need beside an exact `Double`.
  private static let maximumDecimalCount = 15

  /// RFC 3339 with as many decimals as it takes to read the same date again, none for a whole second. Dates outside the
  /// years 1 to 9999 become the nearest inside.
  static func exact(_ date: Date) -> String {
    let seconds = clamped(date)
    let whole = seconds.rounded(.down)
    guard let parts = Parts(Int(whole)) else { return "" }
    return parts.extended + decimals(seconds, whole) + "Z"
  }

  /// `YYYYMMDDTHHMMSSZ`; fractions of a second are cut off.
  static func basic(_ date: Date) -> String { Parts(Int(clamped(date).rounded(.down)))?.basic ?? "" }

  /// Reads either form; RFC 3339 also with another offset than `Z`.
  static func date(_ text: String) -> Date? {
    guard text.utf8.count <= 64 else { return nil }
    var reader = DigitReader(text)
    guard let year = reader.number(4) else { return nil }
    let isExtended = reader.take("-")
    guard let month = reader.number(2), !isExtended || reader.take("-"), let dayOfMonth = reader.number(2),
      reader.take("T") || reader.take("t") || isExtended && reader.take(" "),
      let day = CivilDay(year: year, month: month, day: dayOfMonth),
      let time = time(&reader, isExtended), let fraction = fraction(&reader), let offset = offset(&reader),
      reader.isAtEnd
    else { return nil }
    let seconds = (day.number - referenceDay) * 86_400 + time - offset
    let result = Double(seconds) + fraction
    return range.contains(result) ? Date(timeIntervalSinceReferenceDate: result) : nil
  }

  private static func clamped(_ date: Date) -> Double {
    let seconds = date.timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { return 0 }
    return min(max(seconds, range.lowerBound), range.upperBound - 1)
  }

  private static func decimals(_ seconds: Double, _ whole: Double) -> String {
    let fraction = seconds - whole
    guard fraction > 0 else { return "" }
    var scale = 1.0
    var text = ""
    for count in 1...maximumDecimalCount {
      scale *= 10
      let scaled = (fraction * scale).rounded()
      guard scaled < scale else { continue }
      text = "." + Int(scaled).padded(count)
      if let read = Double("0" + text), whole + read == seconds { break }
    }
    return text
  }

  private static func time(_ reader: inout DigitReader, _ isExtended: Bool) -> Int? {
    guard let hour = reader.number(2), !isExtended || reader.take(":"), let minute = reader.number(2),
      !isExtended || reader.take(":"), let second = reader.number(2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  private static func fraction(_ reader: inout DigitReader) -> Double? {
    guard reader.take(".") else { return 0 }
    return reader.digits().flatMap { Double("0." + $0) }
  }

  /// Seconds east of UTC.
  private static func offset(_ reader: inout DigitReader) -> Int? {
    if reader.take("Z") || reader.take("z") { return 0 }
    let isEast = reader.take("+")
    guard isEast || reader.take("-"), let hours = reader.number(2), reader.take(":"), let minutes = reader.number(2),
      hours < 24, minutes < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
  }

  /// A whole second, taken apart.
  private struct Parts {
    let day: CivilDay
    let seconds: Int

    /// Seconds since 2001.
    init?(_ reference: Int) {
      seconds = (reference % 86_400 + 86_400) % 86_400
      guard let day = CivilDay(number: (reference - seconds) / 86_400 + referenceDay) else { return nil }
      self.day = day
    }

    var extended: String { "\(day)T" + clock(":") }
    var basic: String { day.year.padded(4) + day.month.padded(2) + day.day.padded(2) + "T" + clock("") + "Z" }

    private func clock(_ mark: String) -> String {
      [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(2) }.joined(separator: mark)
    }
  }
}
