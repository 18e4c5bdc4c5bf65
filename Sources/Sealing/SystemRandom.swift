internal import Glibc
public import SecretMemory

/// Randomness from the kernel (`getrandom(2)`), fit for keys.
public enum SystemRandom {
  /// `count` random bytes that need not stay secret: nonces, salts, identifiers.
  ///
  /// - Throws: ``SealingError`` with `randomUnavailable`.
  public static func bytes(_ count: Int) throws(SealingError) -> [UInt8] {
    try [UInt8].filled(count) { (bytes) throws(SealingError) in try fill(bytes) }
  }

  /// `count` random bytes in secret memory.
  ///
  /// - Throws: ``SealingError`` with `randomUnavailable` or `outOfMemory`.
  public static func secret(_ count: Int) throws(SealingError) -> SecretBytes {
    try SecretBytes.filled(count) { (bytes) throws(SealingError) in try fill(bytes) }
  }

  private static func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(SealingError) {
    // getentropy(3) is getrandom(2) without partial answers; it gives at most 256 bytes at a time.
    for start in stride(from: 0, to: bytes.count, by: 256) {
      let part = bytes.part(start..<min(start + 256, bytes.count))
      guard getentropy(part.baseAddress, part.count) == 0 else {
        throw SealingError(.randomUnavailable, "getentropy: errno \(errno)")
      }
    }
  }
}
