/// Texts.
extension JSONReader {
  /// Reads a text; the quotation mark comes next.
  ///
  /// - Parameter byteCount: a shorter one may have any marks.
  mutating func string(markedUpTo byteCount: Int = 0) throws(JSONError) -> String {
    let text = try unchecked()
    guard text.utf8.count <= byteCount || text.isStreamSafe else {
      throw problem("a text has too many combining marks in a row")
    }
    return text
  }

  /// Passes a text; the quotation mark comes next.
  ///
  /// - Parameter byteCount: a shorter one may have any marks.
  /// - Returns: whether it has escapes.
  mutating func passString(markedUpTo byteCount: Int) throws(JSONError) -> Bool {
    let beginning = self
    var (hasEscapes, isASCII) = (false, true)
    var unescaped: [UInt8] = []
    advance()
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      switch bytes[position] {
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try appendEscaped(to: &unescaped)
      case 0..<0x20: throw problem("a text contains a control character")
      case let byte:
        isASCII = isASCII && byte < 0x80
        advance()
      }
    }
    guard position < bytes.count else { throw problem("a text has no end") }
    advance()
    guard !isASCII || hasEscapes, position - beginning.position > byteCount else { return hasEscapes }
    var again = beginning
    _ = try again.string(markedUpTo: byteCount)
    return hasEscapes
  }

  private mutating func unchecked() throws(JSONError) -> String {
    advance()
    // The text as far as it has escapes; what stands between two of them is copied as a whole.
    var decoded: [UInt8] = []
    var start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        defer { advance() }
        guard !decoded.isEmpty else { return String(decoding: bytes[start..<position], as: UTF8.self) }
        decoded.append(contentsOf: bytes[start..<position])
        return String(decoding: decoded, as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded.append(contentsOf: bytes[start..<position])
        try appendEscaped(to: &decoded)
        start = position
      case 0..<0x20: throw problem("a text contains a control character")
      default: advance()
      }
    }
    throw problem("a text has no end")
  }

  /// Appends what an escape stands for.
  private mutating func appendEscaped(to decoded: inout [UInt8]) throws(JSONError) {
    advance()
    guard position < bytes.count else { throw problem("a text has no end") }
    let character = bytes[position]
    advance()
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(character)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"): decoded.append(contentsOf: String(Character(try scalar())).utf8)
    default: throw problem("an escape is none of JSON")
    }
  }

  /// What `\u` stands for; two of them for what UTF-16 needs two units for.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try unit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw problem("a text contains half a character") }
    advance()
    advance()
    let second = try self.unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { throw problem("a text contains half a character") }
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
