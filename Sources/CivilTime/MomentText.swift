public import FoundationEssentials

/// Moments as text (ISO 8601): `2030-12-24T18:00:00.25Z`, which is the form of RFC 3339, and `20301224T180000Z`, the basic form.
/// What is written is in UTC. The years are 1 to 9999 on either way.
public enum MomentText {
  /// The forms that a reader takes.
  public enum Forms: Sendable {
    /// RFC 3339. A leap second is taken as the one before it.
    case rfc3339
    /// The same, and the basic form.
    case rfc3339OrBasic
    /// The extended form of ISO 8601: the seconds and their fraction may be left out, the zone be `+0200` or `+02`.
    case extended
  }

  /// Seconds since 1970.
  private static let range = -62_135_596_800.0..<253_402_300_800.0
  /// Seconds from 1970 to 2001, whence `Date` counts: so near to it no fraction is lost.
  private static let reference = 978_307_200
  private static let maximumByteCount = 64

  /// Reads a moment.
  ///
  /// - Returns: nil for what is none in these forms, and outside of the years 1 to 9999.
  public static func date(_ text: some StringProtocol, _ forms: Forms = .rfc3339) -> Date? {
    guard text.utf8.count <= maximumByteCount else { return nil }
    return DigitReader.read(text) { date(&$0, forms) }
  }

  /// The moment so many seconds after the beginning of 1970.
  ///
  /// - Returns: nil outside of the years 1 to 9999.
  public static func date(secondsSince1970 seconds: Double) -> Date? {
    range.contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
  }

  private static func date(_ reader: inout DigitReader, _ forms: Forms) -> Date? {
    guard let year = reader.number(4) else { return nil }
    let isExtended = reader.scan("-")
    guard isExtended || forms == .rfc3339OrBasic, let month = reader.number(2).flatMap(Month.init(rawValue:)),
      !isExtended || reader.scan("-"), let day = reader.number(2),
      reader.scan("T", "t") || isExtended && forms != .extended && reader.scan(" "),
      let date = CivilDate(year: year, month: month, day: day),
      let (time, fraction) = time(&reader, isExtended, forms), let offset = secondsEast(&reader, forms)
    else { return nil }
    let seconds = Double(date.dayNumber * 86_400 + time.secondOfDay - offset - reference) + fraction
    // A fraction of very many nines makes the next second.
    guard range.contains(seconds + Double(reference)) else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  private static func time(
    _ reader: inout DigitReader, _ isExtended: Bool, _ forms: Forms
  ) -> (ClockTime, fraction: Double)? {
    guard let hour = reader.number(2), !isExtended || reader.scan(":"), let minute = reader.number(2) else {
      return nil
    }
    let hasSeconds = !isExtended || reader.scan(":")
    guard hasSeconds || forms == .extended, let second = hasSeconds ? reader.number(2) : 0,
      let time = ClockTime(
        hour: hour, minute: minute, second: second == 60 && forms != .extended ? 59 : second)
    else { return nil }
    guard hasSeconds, reader.scan(".") || forms == .extended && reader.scan(",") else { return (time, 0) }
    return reader.fraction().map { (time, $0) }
  }

  private static func secondsEast(_ reader: inout DigitReader, _ forms: Forms) -> Int? {
    if reader.scan("Z", "z") { return 0 }
    let isEast = reader.scan("+")
    guard isEast || reader.scan("-"), let hours = reader.number(2), hours < 24 else { return nil }
    if forms == .extended, reader.isAtEnd { return (isEast ? 1 : -1) * hours * 3600 }
    guard reader.scan(":") || forms == .extended, let minutes = reader.number(2), minutes < 60 else { return nil }
    return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
  }
}
