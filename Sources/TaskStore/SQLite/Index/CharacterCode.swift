@_spi(_Unicode) internal import Swift

/// Text in a form that compares byte by byte as Swift compares strings: two texts are equal, or one begins the other, exactly
/// when their codes do.
///
/// Swift compares by character and canonical equivalence (UAX #29, UAX #15): `é` written in two ways is one letter, and `e`
/// does not begin it. Digits and lower-case ASCII letters stand for themselves; every other character is its normal
/// form C as hexadecimal digits between two underscores, so that no code begins another. The result is ASCII, one word to
/// FTS5's tokenizer.
enum CharacterCode {
  /// The text's code.
  static func of(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var code: [UInt8] = []
    for character in text {
      if let byte = character.asciiValue, isPlain(byte), character.utf8.count == 1 {
        code.append(byte)
      } else {
        append(character, to: &code)
      }
    }
    return String(decoding: code, as: UTF8.self)
  }

  /// The first code after all that begin with `code`.
  static func end(of code: String) -> String { code + "~" }

  private static let underscore = UInt8(ascii: "_")

  private static func isPlain(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte || 0x30...0x39 ~= byte }

  private static func append(_ character: Character, to code: inout [UInt8]) {
    code.append(underscore)
    for scalar in String(character)._nfc {
      for byte in String(scalar).utf8 {
        code += [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    code.append(underscore)
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}
