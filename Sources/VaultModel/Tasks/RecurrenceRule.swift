/// How a task repeats: the value of an `RRULE` (RFC 5545, section 3.3.10), for instance `FREQ=WEEKLY;BYDAY=MO`.
///
/// This type knows the shape of a rule; when its occurrences are, the module `ICalendar` computes.
public struct RecurrenceRule: Hashable, Sendable, CustomStringConvertible {
  /// The longest rule that is taken, in bytes.
  public static let maximumByteCount = 512

  /// The rule in upper case, without `RRULE:`.
  public let text: String

  /// Takes a rule of the right shape: `NAME=VALUE` parts separated by semicolons, each name once, `FREQ` among them.
  ///
  /// - Returns: nil for anything else, or for more than ``maximumByteCount`` bytes.
  public init?(_ text: String) {
    let upper = text.uppercased()
    let bare = upper.hasPrefix("RRULE:") ? String(upper.dropFirst(6)) : upper
    guard (1...Self.maximumByteCount).contains(bare.utf8.count) else { return nil }
    var names: Set<Substring> = []
    for part in bare.split(separator: ";", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[1].isEmpty, Self.names.contains(String(sides[0])),
        sides[1].utf8.allSatisfy(Self.isValueByte), names.insert(sides[0]).inserted
      else { return nil }
    }
    guard names.contains("FREQ") else { return nil }
    self.text = bare
  }

  /// The rule as it is written.
  public var description: String { text }

  private static let names: Set<String> = [
    "FREQ", "UNTIL", "COUNT", "INTERVAL", "BYSECOND", "BYMINUTE", "BYHOUR", "BYDAY", "BYMONTHDAY", "BYYEARDAY",
    "BYWEEKNO", "BYMONTH", "BYSETPOS", "WKST",
  ]

  private static func isValueByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: ","), UInt8(ascii: "-"), UInt8(ascii: "+"): true
    default: false
    }
  }
}

extension RecurrenceRule: Codable {
  /// Decodes a rule from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when the text is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let rule = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no recurrence rule")
    }
    self = rule
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
