/// A file of this machine that was opened with the window.
public struct OfferedFile: Equatable, Sendable {
  /// Its absolute path.
  public let path: String

  /// The longest path, in bytes: `PATH_MAX` of Linux.
  private static let maximumByteCount = 4096
  private static let start = "file:///"

  /// Reads a `file` address without a host (RFC 8089).
  ///
  /// - Returns: nil for any other address.
  public init?(address: String) {
    guard address.utf8.starts(with: Self.start.utf8),
      let bytes = Self.decoded(address.utf8.dropFirst(Self.start.utf8.count - 1)), bytes.count <= Self.maximumByteCount,
      !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.path = path
  }

  /// Its name as a person may be shown it: whoever named it may have put anything into it.
  public var shownName: String { Self.shown(path.split(separator: "/").last.map(String.init) ?? "/") }

  /// Where it is, in the same way.
  public var shownFolder: String {
    Self.shown("/" + path.split(separator: "/").dropLast().joined(separator: "/"))
  }

  private static func shown(_ text: String) -> String {
    let harmless = text.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: "\u{FFFD}"
      default: Character(scalar)
      }
    }
    return harmless.count <= 120 ? String(harmless) : String(harmless.prefix(60)) + "…" + String(harmless.suffix(59))
  }

  /// Bytes with those that are written as `%` and two digits; nil where something else follows a `%`.
  private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
