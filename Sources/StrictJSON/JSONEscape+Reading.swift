extension JSONEscape {
  /// What may be wrong with an escape, in the words of ``JSONError``.
  enum Mistake: String, Error {
    case noEnd = "a text has no end"
    case unknown = "an escape is none of JSON"
    case half = "a text contains half a character"
  }

  /// Gives out in UTF-8 what an escape stands for, whose backslash is at `index`, and goes past it. It is kept nowhere on the way: it
  /// may be a secret's.
  static func read<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ index: inout Int, _ emit: (UInt8) -> Void
  ) throws(Mistake) where Bytes.Index == Int {
    guard index + 1 < bytes.endIndex else { throw .noEnd }
    let letter = bytes[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): emit(letter)
    case UInt8(ascii: "b"): emit(0x08)
    case UInt8(ascii: "f"): emit(0x0C)
    case UInt8(ascii: "n"): emit(0x0A)
    case UInt8(ascii: "r"): emit(0x0D)
    case UInt8(ascii: "t"): emit(0x09)
    case UInt8(ascii: "u"): UTF8.encode(try scalar(bytes, &index))?.forEach(emit)
    default: throw .unknown
    }
  }

  /// What `\u` stands for; two of them for what UTF-16 needs two units for.
  private static func scalar<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ index: inout Int
  ) throws(Mistake) -> Unicode.Scalar where Bytes.Index == Int {
    let first = try unit(bytes, &index)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, index + 1 < bytes.endIndex, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { throw .half }
    index += 2
    let second = try unit(bytes, &index)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw .half }
    return scalar
  }

  private static func unit<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ index: inout Int
  ) throws(Mistake) -> UInt32 where Bytes.Index == Int {
    guard index + 4 <= bytes.endIndex else { throw .noEnd }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue, bytes[index] < 0x80 else {
        throw .unknown
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
