public import SecretMemory

/// The public half of an X25519 key pair (RFC 7748).
public struct X25519PublicKey: Equatable, Codable, Sendable {
  /// The 32 bytes of the u-coordinate, little-endian.
  public let bytes: [UInt8]

  /// Takes 32 bytes; nil when there are more or fewer.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == X25519.keyByteCount else { return nil }
    self.bytes = bytes
  }

  /// Decodes 32 bytes.
  ///
  /// - Throws: `DecodingError` when there are more or fewer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let key = Self(try container.decode([UInt8].self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a public key has 32 bytes")
    }
    self = key
  }

  /// Encodes the 32 bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}

/// Diffie-Hellman over Curve25519 (RFC 7748).
public enum X25519 {
  /// The length of either half and of a shared secret, in bytes.
  public static let keyByteCount = 32

  /// A new random private half.
  public static func generatePrivateKey() throws(SealingError) -> SecretBytes {
    try SystemRandom.secret(keyByteCount)
  }

  /// The public half that belongs to `privateKey`.
  ///
  /// - Throws: ``SealingError`` with `invalidKey` when the private half has not 32 bytes.
  public static func publicKey(of privateKey: borrowing SecretBytes) throws(SealingError) -> X25519PublicKey {
    try check(privateKey)
    let bytes = try [UInt8].filled(keyByteCount) { (output) throws(SealingError) in
      try privateKey.withUnsafeBytes { (key) throws(SealingError) in
        try OpenSSL.x25519PublicKey(of: key, into: output)
      }
    }
    guard let key = X25519PublicKey(bytes) else { throw SealingError(.libraryFailure, "public key length") }
    return key
  }

  /// The secret both sides arrive at. Not uniform: derive a key from it, don't use it as one.
  ///
  /// - Throws: ``SealingError`` with `invalidKey` when the private half has not 32 bytes, or when the public one lies in
  ///   the small subgroup, so that the secret would be all zeros (RFC 7748, section 6.1).
  public static func sharedSecret(
    privateKey: borrowing SecretBytes, publicKey: X25519PublicKey
  ) throws(SealingError) -> SecretBytes {
    try check(privateKey)
    return try SecretBytes.filled(keyByteCount) { (output) throws(SealingError) in
      try privateKey.withUnsafeBytes { (mine) throws(SealingError) in
        try publicKey.bytes.withRawBytes { (theirs) throws(SealingError) in
          try OpenSSL.x25519(privateKey: mine, publicKey: theirs, into: output)
        }
      }
    }
  }

  private static func check(_ privateKey: borrowing SecretBytes) throws(SealingError) {
    guard privateKey.count == keyByteCount else { throw SealingError(.invalidKey, "an X25519 key has 32 bytes") }
  }
}
