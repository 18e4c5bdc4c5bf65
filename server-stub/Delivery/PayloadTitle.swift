internal import ServerAPI
internal import StrictJSON

/// What a payload calls itself, as its recipients see it.
enum PayloadTitle {
  /// The longest title, in UTF-8 bytes: a payload has room for it however it is escaped.
  static let byteCount = 300
  private static let limits = JSONLimits(depth: 16, valueCount: 1024, numberByteCount: 32)

  /// The title, or else the first line of the alert, on one line and cut where it is long.
  ///
  /// - Returns: nil where there is none to be read.
  static func text(in payload: String) -> String? {
    guard payload.utf8.count <= ServerLimits.payloadByteCount else { return nil }
    var reader = JSONReader(Array(payload.utf8), limits: limits)
    // What is stored is JSON, but an erased payload is empty, and one may be more than is read here.
    guard let alert = try? reader.value()["aps"]?["alert"] else { return nil }
    return line(of: alert["title"]) ?? line(of: alert) ?? line(of: alert["body"])
  }

  private static func line(of value: JSONValue?) -> String? {
    guard case .string(let text)? = value else { return nil }
    let lines = text.split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    var cut = ""
    for scalar in line.unicodeScalars {
      guard cut.utf8.count + String(scalar).utf8.count <= byteCount else { return cut + "…" }
      cut.unicodeScalars.append(scalar)
    }
    return cut
  }
}
