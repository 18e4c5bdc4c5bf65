/// Makes the text of a JSON object (RFC 8259) on one line, with its members in the order they come.
struct JSONObjectText {
  private var members: [String] = []

  /// The object.
  var text: String { "{" + members.joined(separator: ",") + "}" }

  /// A text; nothing for nil.
  mutating func string(_ name: String, _ value: String?) {
    guard let value else { return }
    members.append(Self.quoted(name) + ":" + Self.quoted(value))
  }

  /// A flag; nothing for false.
  mutating func flag(_ name: String, _ value: Bool) {
    if value { members.append(Self.quoted(name) + ":true") }
  }

  /// A list of texts; nothing for an empty one.
  mutating func strings(_ name: String, _ values: [String]) { array(name, values.map(Self.quoted)) }

  /// A list of objects; nothing for an empty one.
  mutating func objects(_ name: String, _ values: [JSONObjectText]) { array(name, values.map(\.text)) }

  private mutating func array(_ name: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    members.append(Self.quoted(name) + ":[" + values.joined(separator: ",") + "]")
  }

  /// A text with its quotation marks; only what has to be is escaped.
  static func quoted(_ text: String) -> String {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0x0A: result += Array("\\n".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0x09: result += Array("\\t".utf8)
      case 0..<0x20: result += Array(("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}
