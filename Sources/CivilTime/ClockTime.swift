/// A time of day as a clock shows it, without a date or zone.
public struct ClockTime: Hashable, Sendable {
  /// 0:00.
  public static let midnight = ClockTime(secondOfDay: 0)
  /// 12:00.
  public static let noon = ClockTime(secondOfDay: 43_200)
  /// 23:59:59.
  public static let lastSecond = ClockTime(secondOfDay: 86_399)

  /// The seconds since midnight, 0 to 86 399, on a day without a change of the clock.
  public let secondOfDay: Int

  /// Names a time.
  ///
  /// - Returns: nil when no clock shows it; there is no 24:00 and no leap second.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    self.init(secondOfDay: hour * 3600 + minute * 60 + second)
  }

  init(secondOfDay: Int) { self.secondOfDay = secondOfDay }

  /// 0 to 23.
  public var hour: Int { secondOfDay / 3600 }
  /// 0 to 59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// 0 to 59.
  public var second: Int { secondOfDay % 60 }

  /// `9:05`, for people.
  public var words: String { "\(hour):\(Self.twoDigits(minute))" }

  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension ClockTime: Comparable {
  /// Earlier is less.
  public static func < (left: Self, right: Self) -> Bool { left.secondOfDay < right.secondOfDay }
}

extension ClockTime: CustomStringConvertible {
  /// As ISO 8601 has it: `09:05`, or `09:05:30` where there are seconds.
  public var description: String {
    let text = "\(Self.twoDigits(hour)):\(Self.twoDigits(minute))"
    return second == 0 ? text : "\(text):\(Self.twoDigits(second))"
  }
}
