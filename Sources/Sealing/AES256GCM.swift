public import SecretMemory

/// Authenticated encryption: AES-256 in Galois/Counter Mode (NIST SP 800-38D), 96-bit nonces, 128-bit tags.
public enum AES256GCM {
  /// The length of a key, in bytes.
  public static let keyByteCount = 32
  /// The length of a nonce, in bytes. One key must never seal twice under one nonce.
  public static let nonceByteCount = 12
  /// The length of the tag, in bytes: a sealed message is longer than its text by this much.
  public static let tagByteCount = 16

  /// Encrypts `plaintext` and authenticates it together with `data`.
  ///
  /// - Parameters:
  ///   - nonce: 12 bytes, never used with this key before.
  ///   - data: authenticated, not encrypted; needed again at opening.
  /// - Returns: ciphertext, then tag.
  /// - Throws: ``SealingError`` with `invalidKey` or `invalidLength`.
  public static func seal(
    _ plaintext: borrowing SecretBytes, key: borrowing SecretBytes, nonce: [UInt8], authenticating data: [UInt8]
  ) throws(SealingError) -> [UInt8] {
    try check(key: key, nonce: nonce)
    let count = plaintext.count
    return try [UInt8].filled(count + tagByteCount) { (output) throws(SealingError) in
      try plaintext.withUnsafeBytes { (text) throws(SealingError) in
        try key.withUnsafeBytes { (key) throws(SealingError) in
          try nonce.withRawBytes { (nonce) throws(SealingError) in
            try data.withRawBytes { (data) throws(SealingError) in
              try OpenSSL.sealGCM(
                text, key: key, nonce: nonce, authenticating: data, ciphertext: output.part(..<count),
                tag: output.part(count...))
            }
          }
        }
      }
    }
  }

  /// Checks and decrypts what ``seal(_:key:nonce:authenticating:)`` made, straight into secret memory.
  ///
  /// - Throws: ``SealingError`` with `authenticationFailed` when a bit of `sealed`, `nonce`, `data` or the key differs or
  ///   `sealed` is too short; nothing of the text is let out then.
  public static func open(
    _ sealed: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], authenticating data: [UInt8]
  ) throws(SealingError) -> SecretBytes {
    try check(key: key, nonce: nonce)
    let count = sealed.count - tagByteCount
    guard count >= 0 else { throw SealingError(.authenticationFailed, "shorter than a tag") }
    return try SecretBytes.filled(count) { (output) throws(SealingError) in
      try sealed.withRawBytes { (sealed) throws(SealingError) in
        try key.withUnsafeBytes { (key) throws(SealingError) in
          try nonce.withRawBytes { (nonce) throws(SealingError) in
            try data.withRawBytes { (data) throws(SealingError) in
              try OpenSSL.openGCM(
                sealed.part(..<count), tag: sealed.part(count...), key: key, nonce: nonce, authenticating: data,
                plaintext: output)
            }
          }
        }
      }
    }
  }

  private static func check(key: borrowing SecretBytes, nonce: [UInt8]) throws(SealingError) {
    guard key.count == keyByteCount else { throw SealingError(.invalidKey, "an AES-256 key has 32 bytes") }
    guard nonce.count == nonceByteCount else { throw SealingError(.invalidLength, "a GCM nonce has 12 bytes") }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes of `range` as a buffer that starts at zero.
  func part(_ range: some RangeExpression<Int>) -> UnsafeRawBufferPointer { .init(rebasing: self[range]) }
}

extension UnsafeMutableRawBufferPointer {
  /// The bytes of `range` as a buffer that starts at zero.
  func part(_ range: some RangeExpression<Int>) -> UnsafeMutableRawBufferPointer { .init(rebasing: self[range]) }
}
