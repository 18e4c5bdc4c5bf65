internal import CivilTime
internal import FoundationEssentials

/// Writes the objects of JSON (RFC 8259) one member after another, for what is asked for very often: an encoder for values of any
/// type takes several times as long.
struct JSONObjectWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func begin() {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  mutating func end() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Names the member that comes next; the names of this API need no escapes.
  mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func list<Element>(_ elements: [Element], _ write: (Element, inout Self) -> Void) {
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    for element in elements { write(element, &self) }
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  mutating func number(_ name: StaticString, _ number: Int64) {
    self.name(name)
    bytes.append(contentsOf: String(number).utf8)
    needsComma = true
  }

  mutating func boolean(_ name: StaticString, _ value: Bool) {
    self.name(name)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
    needsComma = true
  }

  mutating func moment(_ name: StaticString, _ date: Date) {
    self.name(name)
    bytes.append(UInt8(ascii: "\""))
    MomentText.append(date, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  mutating func text(_ name: StaticString, _ text: String) {
    self.name(name)
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { append($0) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func separate() { if needsComma { bytes.append(UInt8(ascii: ",")) } }

  /// Copies what needs no escape in as few pieces as there are.
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for (index, byte) in text.enumerated() where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    {
      bytes.append(contentsOf: text[start..<index])
      escape(byte)
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 0xF)])
    }
  }
}
