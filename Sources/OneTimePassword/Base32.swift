internal import LinuxSystem
internal import SecretMemory

/// Base32 (RFC 4648, section 6), as keys of one-time passwords are written: in either case, mostly without padding.
enum Base32 {
  /// Decodes into secret memory.
  static func decode(_ text: Slice<UnsafeRawBufferPointer>, atMost maximum: Int) throws(KeyURIError) -> SecretBytes {
    let digits = withoutPadding(text)
    let count = digits.count * 5 / 8
    // Some lengths leave bits that no byte has.
    guard (1...maximum).contains(count), ![1, 3, 6].contains(digits.count % 8),
      digits.allSatisfy({ value(of: $0) != nil })
    else { throw .badKey }
    do throws(SystemError) {
      return try SecretBytes(count: count) { output in
        var (bits, bitCount, written) = (UInt32(0), 0, 0)
        for digit in digits {
          bits = bits << 5 | UInt32(value(of: digit) ?? 0)
          bitCount += 5
          guard bitCount >= 8 else { continue }
          bitCount -= 8
          output[written] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
          written += 1
        }
      }
    } catch { throw .outOfMemory }
  }

  /// Padding may stand there as it is, or as a URI escapes it.
  private static func withoutPadding(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var text = text
    while true {
      if text.last == UInt8(ascii: "=") {
        text = text.dropLast()
      } else if text.count >= 3, text.suffix(3).elementsEqual("%3D".utf8) || text.suffix(3).elementsEqual("%3d".utf8) {
        text = text.dropLast(3)
      } else {
        return text
      }
    }
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x41...0x5A: digit - 0x41
    case 0x61...0x7A: digit - 0x61
    case 0x32...0x37: digit - 0x32 + 26
    default: nil
    }
  }
}
