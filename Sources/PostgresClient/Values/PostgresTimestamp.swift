#if Postgres
public import Foundation

/// A point in time as PostgreSQL keeps it (`timestamptz`): whole microseconds.
public struct PostgresTimestamp: PostgresValue, Hashable, Comparable {
  /// Microseconds since the beginning of 2000 in UTC, without leap seconds; the least and the greatest number stand for `-infinity` and
  /// `infinity`.
  public let microseconds: Int64

  /// The point so many microseconds after the beginning of 2000 in UTC.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// From 2001, where Foundation begins to count, back to 2000: a leap year.
  private static let shift = 366.0 * 86_400

  /// The microsecond nearest to a date.
  public init(_ date: Date) {
    let microseconds = ((date.timeIntervalSinceReferenceDate + Self.shift) * 1e6).rounded()
    self.init(microseconds: Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max))
  }

  /// The date, as exact as Foundation has it: to about a tenth of a microsecond in this century.
  public var date: Date { Date(timeIntervalSinceReferenceDate: Double(microseconds) / 1e6 - Self.shift) }

  /// `timestamptz`.
  public static var postgresType: PostgresType { .timestamptz }
  /// Appends eight bytes.
  public func encode(into bytes: inout [UInt8]) { microseconds.encode(into: &bytes) }
  /// Reads eight bytes.
  public init(postgres bytes: RawSpan) throws(PostgresError) { self.init(microseconds: try bytes.onlyNumber()) }
  /// Whether the first is earlier.
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}
#endif
