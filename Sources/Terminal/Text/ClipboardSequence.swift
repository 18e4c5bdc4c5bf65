internal import LinuxSystem
internal import SecretMemory

/// The control sequence that hands a text to the terminal for its clipboard, `OSC 52 ; c ; TEXT ST` of xterm's control sequences ("Manipulate
/// Selection Data"), with the text in base64 (RFC 4648, section 4).
enum ClipboardSequence {
  private static let start = "\u{1B}]52;c;"
  private static let end = "\u{1B}\\"

  /// The whole sequence, made without leaving secret memory.
  static func render(_ secret: borrowing SecretBytes) throws(SystemError) -> SharedSecret {
    try secret.withUnsafeBytes { (bytes) throws(SystemError) in
      var writer = try SecretWriter(capacity: start.utf8.count + (bytes.count + 2) / 3 * 4 + end.utf8.count)
      writer.append(start)
      for offset in stride(from: 0, to: bytes.count, by: 3) {
        append(UnsafeRawBufferPointer(rebasing: bytes[offset..<min(offset + 3, bytes.count)]), to: &writer)
      }
      writer.append(end)
      return SharedSecret(try writer.finish())
    }
  }

  /// One to three bytes as four characters, each written where it is to stand: no copy of the text is made on the way.
  private static func append(_ bytes: UnsafeRawBufferPointer, to writer: inout SecretWriter) {
    let group = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - bytes.count))
    for position in 0..<4 {
      let digit = UInt8(truncatingIfNeeded: group >> (18 - 6 * UInt32(position))) & 0x3F
      writer.append(position <= bytes.count ? character(of: digit) : UInt8(ascii: "="))
    }
  }

  private static func character(of digit: UInt8) -> UInt8 {
    switch digit {
    case 0..<26: UInt8(ascii: "A") + digit
    case 26..<52: UInt8(ascii: "a") + digit - 26
    case 52..<62: UInt8(ascii: "0") + digit - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}
