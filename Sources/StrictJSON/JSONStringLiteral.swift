/// The raw bytes between the quotes of a JSON string, valid UTF-8.
struct JSONStringLiteral {
  typealias Failure = JSONScanner.Failure

  let raw: UnsafeRawBufferPointer

  /// The raw bytes; the decoded ones are never more.
  var count: Int { raw.count }

  /// Decodes into `output`, which has room for ``count`` bytes.
  ///
  /// - Returns: the number of bytes written, valid UTF-8.
  func decode(into output: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    var written = 0
    try forEachByte {
      output[written] = $0
      written += 1
    }
    return written
  }

  /// Checks the string without decoding it anywhere.
  func decodedCount() throws(Failure) -> Int {
    var count = 0
    try forEachByte { _ in count += 1 }
    return count
  }

  private func forEachByte(_ emit: (UInt8) -> Void) throws(Failure) {
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      guard byte >= 0x20 else { throw .syntax("a string holds a control character") }
      if byte == UInt8(ascii: "\\") {
        try escape(&index, emit)
      } else {
        emit(byte)
        index += 1
      }
    }
  }

  private func escape(_ index: inout Int, _ emit: (UInt8) -> Void) throws(Failure) {
    guard index + 1 < raw.count else { throw .syntax("an escape has no end") }
    let letter = raw[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): emit(letter)
    case UInt8(ascii: "b"): emit(0x08)
    case UInt8(ascii: "f"): emit(0x0C)
    case UInt8(ascii: "n"): emit(0x0A)
    case UInt8(ascii: "r"): emit(0x0D)
    case UInt8(ascii: "t"): emit(0x09)
    case UInt8(ascii: "u"): try unicode(&index, emit)
    default: throw .syntax("an escape is unknown")
    }
  }

  /// `\uXXXX`, or two of them for a character beyond U+FFFF; a lone surrogate is no character.
  private func unicode(_ index: inout Int, _ emit: (UInt8) -> Void) throws(Failure) {
    var value = UInt32(try hexadecimal(&index))
    if (0xD800...0xDBFF).contains(value) {
      guard index + 1 < raw.count, raw[index] == UInt8(ascii: "\\"), raw[index + 1] == UInt8(ascii: "u") else {
        throw .syntax("a surrogate is alone")
      }
      index += 2
      let low = UInt32(try hexadecimal(&index))
      guard (0xDC00...0xDFFF).contains(low) else { throw .syntax("a surrogate is alone") }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw .syntax("a surrogate is alone") }
    UTF8.encode(scalar)?.forEach(emit)
  }

  private func hexadecimal(_ index: inout Int) throws(Failure) -> UInt16 {
    guard index + 4 <= raw.count else { throw .syntax("an escape has no end") }
    var value: UInt16 = 0
    for offset in 0..<4 {
      guard let digit = Character(Unicode.Scalar(raw[index + offset])).hexDigitValue, raw[index + offset] < 0x80 else {
        throw .syntax("an escape is malformed")
      }
      value = value << 4 | UInt16(digit)
    }
    index += 4
    return value
  }
}
