public import SecretMemory

/// Key derivation: HKDF with SHA-256 (RFC 5869). Everything secret stays in secret memory.
public enum HKDFSHA256 {
  /// The longest output, in bytes: 255 blocks.
  public static let maximumByteCount = 255 * HMACSHA256.byteCount

  /// Extracts and expands in one step.
  ///
  /// - Parameters:
  ///   - secret: the input keying material.
  ///   - salt: not secret; may be empty.
  ///   - info: what the derived key is for, so that two uses of one secret get unrelated keys.
  ///   - count: how many bytes, 1 to ``maximumByteCount``.
  /// - Throws: ``SealingError`` with `invalidLength`.
  public static func derive(
    from secret: borrowing SecretBytes, salt: [UInt8], info: [UInt8], count: Int
  ) throws(SealingError) -> SecretBytes {
    let key = try extract(from: secret, salt: salt)
    return try expand(key, info: info, count: count)
  }

  /// The first half: a 32-byte pseudorandom key out of `secret` and `salt`.
  public static func extract(from secret: borrowing SecretBytes, salt: [UInt8]) throws(SealingError) -> SecretBytes {
    try SecretBytes.filled(HMACSHA256.byteCount) { (output) throws(SealingError) in
      try salt.withRawBytes { (salt) throws(SealingError) in
        try secret.withUnsafeBytes { (secret) throws(SealingError) in
          try extract(secret, salt: salt, into: output)
        }
      }
    }
  }

  /// The second half: `count` bytes for `info` out of a pseudorandom key of at least 32 bytes.
  ///
  /// - Throws: ``SealingError`` with `invalidKey` or `invalidLength`.
  public static func expand(
    _ key: borrowing SecretBytes, info: [UInt8], count: Int
  ) throws(SealingError) -> SecretBytes {
    let block = HMACSHA256.byteCount
    guard key.count >= block else { throw SealingError(.invalidKey, "an HKDF key has at least 32 bytes") }
    guard (1...maximumByteCount).contains(count) else {
      throw SealingError(.invalidLength, "HKDF gives 1 to 8160 bytes")
    }
    // T(i) = HMAC(key, T(i-1) | info | i), built in place: the previous block, info, the counter.
    var message = try SecretBytes.filled(block + info.count + 1) { (bytes) throws(SealingError) in
      bytes.part(block..<(block + info.count)).copyBytes(from: info)
    }
    return try SecretBytes.filled(count) { (output) throws(SealingError) in
      var done = 0
      for round in 1...((count + block - 1) / block) {
        try message.withUnsafeMutableBytes { (bytes) throws(SealingError) in
          bytes[bytes.count - 1] = UInt8(round)
          let input = UnsafeRawBufferPointer(round == 1 ? bytes.part(block...) : bytes)
          try key.withUnsafeBytes { (key) throws(SealingError) in
            // The code is computed whole before it is written, so that it may overwrite its own input.
            try OpenSSL.hmacSHA256(input, key: key, into: bytes.part(..<block))
          }
          let wanted = min(block, count - done)
          output.part(done..<(done + wanted)).copyMemory(from: UnsafeRawBufferPointer(bytes.part(..<wanted)))
          done += wanted
        }
      }
    }
  }

  /// Extract over borrowed buffers, for HPKE, whose salt is secret too.
  static func extract(
    _ secret: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    guard salt.isEmpty else { return try OpenSSL.hmacSHA256(secret, key: salt, into: output) }
    // An absent salt is 32 zero bytes, and so is an empty one: HMAC pads its key with zeros.
    try [UInt8](repeating: 0, count: HMACSHA256.byteCount).withRawBytes { (zeros) throws(SealingError) in
      try OpenSSL.hmacSHA256(secret, key: zeros, into: output)
    }
  }
}
