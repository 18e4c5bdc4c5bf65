public import Sealing
public import SecretMemory

/// The recovery code: 160 random bits, written as Crockford's base32 in nine groups of four, the last of which is a
/// checksum, for instance `7QK3-…-M0TX`. It never leaves secret memory.
public struct RecoveryCode: ~Copyable, Sendable {
  /// The 20 random bytes.
  let secret: SecretBytes

  /// The length of the random part, in bytes.
  static let byteCount = 20
  /// The length of the text, in bytes: 36 characters and 8 dashes.
  public static let textByteCount = 44
  private static let symbolCount = 36
  private static let alphabet: StaticString = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

  /// A new random code.
  public init(
    random: (Int) throws(SealingError) -> SecretBytes = SystemRandom.secret
  ) throws(OwnerVerificationError) {
    do { secret = try random(Self.byteCount) } catch { throw OwnerVerificationError(error) }
  }

  /// Reads a code as a person typed it: case, spaces and dashes don't matter, `O` counts as 0, `I` and `L` as 1.
  ///
  /// - Throws: ``OwnerVerificationError`` with `malformedRecoveryCode` when characters are missing, unknown or mistyped.
  public init(parsing text: borrowing SecretBytes) throws(OwnerVerificationError) {
    guard text.count <= 256 else { throw OwnerVerificationError(.malformedRecoveryCode, "it is far too long") }
    var symbols = try Self.blank(Self.symbolCount)
    var count = 0
    var isKnown = true
    symbols.withUnsafeMutableBytes { symbols in
      text.withUnsafeBytes { text in
        for byte in text where !Self.isSeparator(byte) {
          guard let value = Self.value(of: byte) else {
            isKnown = false
            continue
          }
          if count < symbols.count { symbols[count] = value }
          count += 1
        }
      }
    }
    guard isKnown else { throw OwnerVerificationError(.malformedRecoveryCode, "it holds a character that no code has") }
    guard count == Self.symbolCount else {
      throw OwnerVerificationError(.malformedRecoveryCode, "it has \(count) characters, a code has \(Self.symbolCount)")
    }
    let secret = try Self.packed(symbols)
    let isRight = symbols.withUnsafeBytes { symbols in Self.checksum(of: secret).elementsEqual(symbols.suffix(4)) }
    guard isRight else { throw OwnerVerificationError(.malformedRecoveryCode, "a character is mistyped") }
    self.secret = secret
  }

  /// The code as it is shown and written down: ``textByteCount`` ASCII characters.
  public borrowing func text() throws(OwnerVerificationError) -> SecretBytes {
    var text = try Self.blank(Self.textByteCount)
    let checksum = Self.checksum(of: secret)
    text.withUnsafeMutableBytes { text in
      secret.withUnsafeBytes { secret in
        for index in 0..<Self.symbolCount {
          let value = index < 32 ? Self.symbol(index, of: secret) : checksum[index - 32]
          text[index + index / 4] = Self.alphabet.utf8Start[Int(value)]
        }
      }
      for dash in stride(from: 4, to: text.count, by: 5) { text[dash] = UInt8(ascii: "-") }
    }
    return text
  }

  /// Whether both are the same code.
  public borrowing func isEqual(to other: borrowing RecoveryCode) -> Bool { secret.isEqual(to: other.secret) }

  // MARK: Base32

  /// Four symbols, 20 bits, of the SHA-256 of the random part.
  private static func checksum(of secret: borrowing SecretBytes) -> [UInt8] {
    SHA256.digest(of: secret).withUnsafeBytes { digest in (0..<4).map { symbol($0, of: digest) } }
  }

  /// The five bits at `5 * index`.
  private static func symbol(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt8 {
    let bit = 5 * index
    let byte = bit / 8
    let pair = UInt16(bytes[byte]) << 8 | (byte + 1 < bytes.count ? UInt16(bytes[byte + 1]) : 0)
    return UInt8(truncatingIfNeeded: pair >> (11 - bit % 8)) & 31
  }

  private static func packed(_ symbols: borrowing SecretBytes) throws(OwnerVerificationError) -> SecretBytes {
    var secret = try blank(byteCount)
    secret.withUnsafeMutableBytes { secret in
      symbols.withUnsafeBytes { symbols in
        for bit in 0..<160 where symbols[bit / 5] >> (4 - bit % 5) & 1 == 1 { secret[bit / 8] |= 0x80 >> (bit % 8) }
      }
    }
    return secret
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D, 0x2D].contains(byte) }

  private static func value(of byte: UInt8) -> UInt8? {
    let upper = (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
    switch upper {
    case UInt8(ascii: "O"): return 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
    default: return (0..<32).first { alphabet.utf8Start[$0] == upper }.map { UInt8($0) }
    }
  }

  private static func blank(_ count: Int) throws(OwnerVerificationError) -> SecretBytes {
    do { return try SecretBytes(count: count) } catch { throw OwnerVerificationError(error) }
  }
}
