internal import FoundationEssentials

/// What commands print with `--json`.
enum CommandJSON {
  /// A value as JSON for people and programs, dates as ISO 8601.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
