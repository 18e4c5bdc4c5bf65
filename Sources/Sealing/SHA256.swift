public import SecretMemory

/// The SHA-256 hash (FIPS 180-4).
public enum SHA256 {
  /// The length of a digest, in bytes.
  public static let byteCount = 32

  /// The 32-byte digest of `bytes`.
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { digest(of: $0) }
  }

  /// The 32-byte digest of a secret. A digest of something guessable is as good as the secret: keep it so.
  public static func digest(of secret: borrowing SecretBytes) -> [UInt8] {
    secret.withUnsafeBytes { digest(of: $0) }
  }

  private static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: byteCount)
    output.withUnsafeMutableBytes { OpenSSL.sha256(bytes, into: $0) }
    return output
  }
}
