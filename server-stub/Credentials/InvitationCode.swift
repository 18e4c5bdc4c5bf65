internal import Sealing

/// What an administrator gives somebody who is to make an account, or one user another for them to follow each other: 128 random bits, as 32 hexadecimal digits in groups of four. The
/// server keeps its SHA-256 alone.
struct InvitationCode: Sendable {
  /// What is stored.
  let hash: [UInt8]
  /// As it is written.
  let text: String

  private static let byteCount = 16
  /// How long one serves, in seconds: seven days.
  static let lifetimeSeconds = 7.0 * 86_400
  private static let digits = Array("0123456789abcdef".utf8)

  /// A new code.
  ///
  /// - Throws: `SealingError` when the kernel gives no randomness.
  init() throws { self.init(bytes: try SystemRandom.bytes(Self.byteCount)) }

  /// Reads a code as somebody typed it, whatever the case and the grouping; nil for what can't be one.
  init?(_ text: String) {
    guard text.utf8.count <= 4 * Self.byteCount else { return nil }
    var nibbles: [UInt8] = []
    for byte in text.lowercased().utf8 where byte != 0x20 && byte != 0x2D {
      guard let nibble = Self.digits.firstIndex(of: byte) else { return nil }
      nibbles.append(UInt8(nibble))
    }
    guard nibbles.count == 2 * Self.byteCount else { return nil }
    self.init(bytes: stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] })
  }

  private init(bytes: [UInt8]) {
    hash = SHA256.digest(of: bytes)
    let digits = bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
    text = stride(from: 0, to: digits.count, by: 4)
      .map { String(decoding: digits[$0..<($0 + 4)], as: UTF8.self) }.joined(separator: "-")
  }
}
