internal import CivilTime
internal import FoundationEssentials

/// How dates stand in JSON, which has none of its own.
public enum JSONDates: Sendable {
  /// Seconds since the beginning of 1970 with their fraction.
  case secondsSince1970
  /// Seconds since the beginning of 2001 with their fraction: what `Date` counts itself, so every date is read as it was.
  case secondsSince2001
  /// RFC 3339; written in UTC, without what is below a second.
  case rfc3339

  func append(_ date: Date, to text: inout JSONText) throws {
    switch self {
    case .secondsSince1970: try text.append(date.timeIntervalSince1970)
    case .secondsSince2001: try text.append(date.timeIntervalSinceReferenceDate)
    case .rfc3339: text.append(moment: date)
    }
  }

  func date(_ value: PartDecoder) throws -> Date {
    switch self {
    case .secondsSince1970: return Date(timeIntervalSince1970: try value.finite())
    case .secondsSince2001: return Date(timeIntervalSinceReferenceDate: try value.finite())
    case .rfc3339:
      guard let date = MomentText.date(try value.text()) else { throw PartDecoder.mismatch }
      return date
    }
  }
}
