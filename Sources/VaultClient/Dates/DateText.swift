public import FoundationEssentials
internal import Glibc

/// A moment in words.
public struct DateText {
  private let seconds: time_t

  /// A date that no calendar shows, which only a damaged record has, is shown as the nearest one that can be.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.seconds = time_t(seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799))
  }

  /// For people: `2026-12-24 18:00`, local time.
  public var local: String {
    var seconds = seconds
    var fields = tm()
    localtime_r(&seconds, &fields)
    return "\(Self.day(fields)) \(Self.clock(fields))"
  }

  private static func day(_ fields: tm) -> String {
    let year = String(fields.tm_year + 1900)
    let padding = String(repeating: "0", count: max(0, 4 - year.count))
    return "\(padding)\(year)-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
  }

  private static func clock(_ fields: tm) -> String { "\(two(fields.tm_hour)):\(two(fields.tm_min))" }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
