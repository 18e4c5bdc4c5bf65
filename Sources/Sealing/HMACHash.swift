public import SecretMemory

/// The hash functions with which a message is authenticated where another program chose the one: HMAC (RFC 2104) as one-time
/// passwords use it. What is our own uses ``HMACSHA256``.
public enum HMACHash: String, Sendable, CaseIterable {
  /// SHA-1, which is still sound in an HMAC (RFC 6194, section 3.3).
  case sha1 = "SHA1"
  /// SHA-256.
  case sha256 = "SHA256"
  /// SHA-512.
  case sha512 = "SHA512"

  /// The length of a code, in bytes.
  public var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha512: 64
    }
  }

  /// The code for `message`, in secret memory.
  ///
  /// - Throws: ``SealingError`` with `invalidKey` when the key is empty.
  public func code(for message: [UInt8], key: borrowing SecretBytes) throws(SealingError) -> SecretBytes {
    guard !key.isEmpty else { throw SealingError(.invalidKey, "an HMAC key is not empty") }
    return try SecretBytes.filled(byteCount) { (output) throws(SealingError) in
      try key.withUnsafeBytes { (key) throws(SealingError) in
        try message.withRawBytes { (message) throws(SealingError) in
          try OpenSSL.hmac(rawValue, message, key: key, into: output)
        }
      }
    }
  }
}
