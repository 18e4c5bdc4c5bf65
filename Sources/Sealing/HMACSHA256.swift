public import SecretMemory

/// Message authentication: HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
  /// The length of a code, in bytes.
  public static let byteCount = 32

  /// The 32-byte code for `message`.
  ///
  /// - Throws: ``SealingError`` with `invalidKey` when the key is empty.
  public static func code(for message: [UInt8], key: borrowing SecretBytes) throws(SealingError) -> [UInt8] {
    guard !key.isEmpty else { throw SealingError(.invalidKey, "an HMAC key is not empty") }
    return try [UInt8].filled(byteCount) { (output) throws(SealingError) in
      try key.withUnsafeBytes { (key) throws(SealingError) in
        try message.withRawBytes { (message) throws(SealingError) in
          try OpenSSL.hmacSHA256(message, key: key, into: output)
        }
      }
    }
  }

  /// Whether `code` is the whole 32-byte code for `message`; the time does not depend on where it differs.
  ///
  /// - Throws: ``SealingError`` with `invalidKey` when the key is empty.
  public static func isValid(
    _ code: [UInt8], for message: [UInt8], key: borrowing SecretBytes
  ) throws(SealingError) -> Bool {
    let expected = try self.code(for: message, key: key)
    return expected.withUnsafeBytes { expected in code.withUnsafeBytes { OpenSSL.isEqual(expected, $0) } }
  }
}
