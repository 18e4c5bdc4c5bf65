public import FoundationEssentials

/// Ids as text (RFC 9562, section 4). `UUID`'s own ways go through `sscanf` and `snprintf`, which imports and exports of many
/// tasks feel.
extension UUID {
  private static let dash = UInt8(ascii: "-")
  private static let byteCount = 36

  private static func isDash(at place: Int) -> Bool { place == 8 || place == 13 || place == 18 || place == 23 }

  /// 32 digits in groups of 8, 4, 4, 4 and 12, in lower case.
  public var text: String {
    var digits = hexDigits.utf8.makeIterator()
    let text = (0..<Self.byteCount).map { Self.isDash(at: $0) ? Self.dash : digits.next() ?? 0 }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads ``text``, in either case.
  ///
  /// - Returns: nil for anything else.
  public init?(text: String) {
    guard text.utf8.count == Self.byteCount else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    var digitCount = 0
    for (place, byte) in text.utf8.enumerated() {
      if Self.isDash(at: place) {
        guard byte == Self.dash else { return nil }
      } else {
        guard let value = HexDigit.value(ofAny: byte) else { return nil }
        bytes[digitCount / 2] = bytes[digitCount / 2] << 4 | value
        digitCount += 1
      }
    }
    self.init(bytes: bytes)
  }
}
