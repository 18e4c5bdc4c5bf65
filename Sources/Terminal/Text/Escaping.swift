/// Makes text from tasks, people and servers safe to print at a terminal.
///
/// Shown as escapes: the control characters of C0 and C1 and DEL (`\x1B`), the characters that turn the direction of
/// writing or break lines (`\u{202E}`), invisible tags, and bytes that are no UTF-8 (`\xFF`). Newline and tab stay.
public enum Escaping {
  /// The control characters that stay as they are.
  public enum PlainCharacters: Sendable {
    /// Newline and tab.
    case lines
    /// Neither: for one row of a table or one line of a message.
    case nothing
  }

  /// The text with everything dangerous shown as escapes.
  public static func escaped(_ text: String, keeping: PlainCharacters = .lines) -> String {
    if isPlain(text, with: keeping) { return text }
    var result = String.UnicodeScalarView()
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if isDangerous(scalar), !(keeping == .lines && isLayout(scalar)) {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Text for one line.
  public static func line(_ text: String) -> String { escaped(text, keeping: .nothing) }

  /// JSON text with every dangerous character as `\uXXXX`, which means the same to every reader: outside of its strings
  /// JSON has no such character but newlines.
  public static func json(_ text: String) -> String { String(decoding: escapedJSON(text), as: UTF8.self) }

  /// Whether the text is ASCII and has nothing to escape, as most have: that is seen quickly.
  private static func isPlain(_ text: String, with keeping: PlainCharacters) -> Bool {
    text.utf8.allSatisfy { 0x20...0x7E ~= $0 || keeping == .lines && ($0 == 0x0A || $0 == 0x09) }
  }

  /// The same of JSON's bytes.
  public static func json(_ bytes: [UInt8]) -> [UInt8] {
    // A control character is an escape already, or stands between values.
    bytes.contains { $0 >= 0x7F } ? escapedJSON(String(decoding: bytes, as: UTF8.self)) : bytes
  }

  /// As bytes, which are quick to append to: what somebody else wrote may be all escapes.
  private static func escapedJSON(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if isDangerous(scalar), !isLayout(scalar) {
        guard let units = UTF16.encode(scalar) else { continue }
        for unit in units {
          result += "\\u\(hexadecimal(UInt32(unit), digits: 4))".utf8
        }
      } else if let units = UTF8.encode(scalar) {
        result.append(contentsOf: units)
      }
    }
    return result
  }

  static func isLayout(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\t" }

  /// Newline and tab included.
  static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// How a dangerous scalar is shown.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    default: scalar.value < 0x100 ? escape(UInt8(scalar.value)) : "\\u{\(hexadecimal(scalar.value, digits: 4))}"
    }
  }

  /// How a byte that is no UTF-8 is shown.
  static func escape(_ byte: UInt8) -> String { "\\x\(hexadecimal(UInt32(byte), digits: 2))" }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
