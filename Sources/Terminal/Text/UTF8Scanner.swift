/// Decodes UTF-8 byte by byte, without a `String`, so that protected text stays in secret memory.
struct UTF8Scanner {
  /// One step: a scalar, or a byte that belongs to none.
  enum Unit: Equatable {
    case scalar(Unicode.Scalar)
    case invalid(UInt8)
  }

  /// The unit that begins at `offset`, and how many bytes it takes. Overlong forms, surrogates and values beyond
  /// U+10FFFF are invalid (Unicode 15, table 3-7).
  static func unit(in bytes: UnsafeRawBufferPointer, at offset: Int) -> (unit: Unit, count: Int) {
    let lead = bytes[offset]
    if lead < 0x80 { return (.scalar(Unicode.Scalar(lead)), 1) }
    let (count, smallest): (Int, UInt32)
    switch lead {
    case 0xC2...0xDF: (count, smallest) = (2, 0x80)
    case 0xE0...0xEF: (count, smallest) = (3, 0x800)
    case 0xF0...0xF4: (count, smallest) = (4, 0x10000)
    default: return (.invalid(lead), 1)
    }
    guard offset + count <= bytes.count else { return (.invalid(lead), 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(count))
    for byte in bytes[(offset + 1)..<(offset + count)] {
      guard byte & 0xC0 == 0x80 else { return (.invalid(lead), 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard value >= smallest, let scalar = Unicode.Scalar(value) else { return (.invalid(lead), 1) }
    return (.scalar(scalar), count)
  }
}
