/// Texts.
extension JSONReader {
  /// Reads a text; the quotation mark comes next.
  mutating func string() throws(JSONError) -> String {
    advance()
    let start = position
    var decoded: [UInt8]?
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = decoded.map { String(decoding: $0, as: UTF8.self) }
        let result = text ?? String(decoding: bytes[start..<position], as: UTF8.self)
        advance()
        return result
      case UInt8(ascii: "\\"):
        if decoded == nil { decoded = Array(bytes[start..<position]) }
        decoded?.append(contentsOf: try escaped())
      case 0..<0x20: throw problem("a control character stands in a text")
      case let byte:
        decoded?.append(byte)
        advance()
      }
    }
    throw problem("a text has no end")
  }

  /// The bytes that an escape stands for.
  private mutating func escaped() throws(JSONError) -> [UInt8] {
    advance()
    guard position < bytes.count else { throw problem("a text has no end") }
    let character = bytes[position]
    advance()
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [character]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
    default: throw problem("an escape is none of JSON")
    }
  }

  /// What `\u` stands for; two of them for what UTF-16 needs two units for.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try unit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw problem("half a character stands in a text") }
    advance()
    advance()
    let second = try self.unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { throw problem("half a character stands in a text") }
    return scalar
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw problem("a text has no end") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, bytes[position] < 0x80 else {
        throw problem("an escape is none of JSON")
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}
