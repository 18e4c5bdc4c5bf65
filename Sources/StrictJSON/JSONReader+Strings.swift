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
    let start = position
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
    guard !isASCII || hasEscapes, position - start > byteCount else { return hasEscapes }
    // Once more, now as a text.
    position = start
    _ = try string(markedUpTo: byteCount)
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
    do throws(JSONEscape.Mistake) { try JSONEscape.read(bytes, &position) { decoded.append($0) } } catch {
      throw problem(error.rawValue)
    }
  }
}
