/// A day, or a day and a time of it, in the basic format of ISO 8601 as RFC 5545 has it (sections 3.3.4 and 3.3.5):
/// `20301224`, `20301224T180000` or the latter with a `Z`.
public struct BasicMoment: Hashable, Sendable {
  /// The day.
  public let date: CivilDate
  /// The time; nil for a day alone. A leap second is taken as the one before it.
  public let time: ClockTime?
  /// Whether it is in UTC.
  public let isUTC: Bool

  /// Reads a text.
  ///
  /// - Returns: nil for what is no such day or time.
  public init?(_ text: some StringProtocol) {
    let read = DigitReader.read(text) { reader -> BasicMoment? in
      guard let year = reader.number(4), let month = reader.number(2).flatMap(Month.init(rawValue:)),
        let day = reader.number(2), let date = CivilDate(year: year, month: month, day: day)
      else { return nil }
      guard reader.scan("T") else { return BasicMoment(date: date, time: nil, isUTC: false) }
      guard let hour = reader.number(2), let minute = reader.number(2), let second = reader.number(2),
        let time = ClockTime(hour: hour, minute: minute, second: second == 60 ? 59 : second)
      else { return nil }
      return BasicMoment(date: date, time: time, isUTC: reader.scan("Z"))
    }
    guard let read else { return nil }
    self = read
  }

  private init(date: CivilDate, time: ClockTime?, isUTC: Bool) {
    (self.date, self.time, self.isUTC) = (date, time, isUTC)
  }
}

extension CivilDate {
  /// Reads `2030-12-24`.
  public init?(iso text: some StringProtocol) {
    let read = DigitReader.read(text) { reader -> CivilDate? in
      guard let year = reader.number(4), reader.scan("-"), let month = reader.number(2).flatMap(Month.init(rawValue:)),
        reader.scan("-"), let day = reader.number(2)
      else { return nil }
      return CivilDate(year: year, month: month, day: day)
    }
    guard let read else { return nil }
    self = read
  }

  /// In the basic format of ISO 8601: `20301224`.
  public var basic: String {
    var bytes: [UInt8] = []
    append(to: &bytes, mark: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate func append(to bytes: inout [UInt8], mark: Unicode.Scalar?) {
    bytes.append(digits: year, 4)
    bytes.append(mark)
    bytes.append(digits: month.rawValue, 2)
    bytes.append(mark)
    bytes.append(digits: day, 2)
  }
}

extension CivilDateTime {
  /// In the basic format of ISO 8601: `20301224T180000`.
  public var basic: String {
    var bytes: [UInt8] = []
    append(to: &bytes, dateMark: nil, timeMark: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends it to the second, with these marks between its parts.
  func append(to bytes: inout [UInt8], dateMark: Unicode.Scalar?, timeMark: Unicode.Scalar?) {
    date.append(to: &bytes, mark: dateMark)
    bytes.append("T")
    bytes.append(digits: time.hour, 2)
    bytes.append(timeMark)
    bytes.append(digits: time.minute, 2)
    bytes.append(timeMark)
    bytes.append(digits: time.second, 2)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ mark: Unicode.Scalar?) { if let mark { append(UInt8(ascii: mark)) } }

  /// A number of two or four digits.
  fileprivate mutating func append(digits number: Int, _ count: Int) {
    if count == 4 { append(digits: number / 100, 2) }
    append(UInt8(ascii: "0") + UInt8(number / 10 % 10))
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
