/// The hours of every day in which nobody is reminded, for instance from 22:00 to 7:00. They may cross midnight.
public struct QuietHours: Equatable, Sendable, CustomStringConvertible {
  /// The first quiet minute, counted from midnight.
  public let start: Int
  /// The first minute that is not quiet any more, counted from midnight.
  public let end: Int

  /// Quiet from `start` to `end`, in minutes after midnight.
  ///
  /// - Returns: nil unless both are in `0..<1440` and they differ.
  public init?(from start: Int, to end: Int) {
    guard (0..<1440).contains(start), (0..<1440).contains(end), start != end else { return nil }
    self.start = start
    self.end = end
  }

  /// For instance `22:00-07:00`.
  public var description: String { "\(Self.clock(start))-\(Self.clock(end))" }

  private static func clock(_ minutes: Int) -> String {
    [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// How long it stays quiet, in seconds, at a second of the day; 0 when it is not quiet.
  func secondsLeft(at second: Double) -> Double {
    let start = Double(start * 60)
    let end = Double(end * 60)
    if start < end { return second >= start && second < end ? end - second : 0 }
    if second < end { return end - second }
    return second >= start ? 86_400 - second + end : 0
  }
}
