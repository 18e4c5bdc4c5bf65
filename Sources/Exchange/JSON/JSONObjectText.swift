/// Makes the text of a JSON object (RFC 8259) on one line, with its members in the order they come.
struct JSONObjectText {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  /// The object.
  var text: String { String(decoding: bytes, as: UTF8.self) + "}" }

  /// A text; nothing for nil.
  mutating func string(_ name: String, _ value: String?) {
    guard let value else { return }
    begin(name)
    append(quoted: value)
  }

  /// A flag; nothing for false.
  mutating func flag(_ name: String, _ value: Bool) {
    guard value else { return }
    begin(name)
    bytes += "true".utf8
  }

  /// A list of texts; nothing for an empty one.
  mutating func strings(_ name: String, _ values: [String]) {
    array(name, values) { object, value in object.append(quoted: value) }
  }

  /// A list of objects; nothing for an empty one.
  mutating func objects(_ name: String, _ values: [JSONObjectText]) {
    array(name, values) { object, value in object.bytes += value.bytes + [UInt8(ascii: "}")] }
  }

  private mutating func array<Value>(_ name: String, _ values: [Value], _ append: (inout Self, Value) -> Void) {
    guard !values.isEmpty else { return }
    begin(name)
    for (index, value) in values.enumerated() {
      bytes.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
      append(&self, value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func begin(_ name: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    append(quoted: name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// A text with its quotation marks; only what has to be is escaped.
  private mutating func append(quoted text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var start = utf8.startIndex
      for index in utf8.indices {
        guard let escape = Self.escape(utf8[index]) else { continue }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
        bytes += escape.utf8
        start = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// What stands for a byte that may not stand in a text; nil for all others.
  private static func escape(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    case 0..<0x20: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    default: nil
    }
  }
}
