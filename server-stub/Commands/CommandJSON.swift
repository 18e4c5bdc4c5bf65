internal import ServerAPI
internal import StrictJSON

/// What commands print with `--json`.
enum CommandJSON {
  /// A value as JSON for people and programs, dates as ISO 8601.
  static func text(_ value: some Encodable) throws -> String {
    var encoding = JSONEncoding.ofServer
    (encoding.isPretty, encoding.lowersUUIDs) = (true, true)
    return String(decoding: try encoding.encode(value), as: UTF8.self)
  }
}
