public import SecretMemory

/// Password hashing that costs memory: Argon2id version 1.3 (RFC 9106). Blocks for as long as its parameters ask; run it
/// off the cooperative thread pool.
public enum Argon2id {
  /// The longest password, in bytes.
  public static let maximumPasswordByteCount = 64 << 10

  /// `count` bytes out of `password`.
  ///
  /// - Parameters:
  ///   - salt: 8 to 1024 random bytes, stored beside the result.
  ///   - count: how many bytes, 4 to 1024.
  /// - Throws: ``SealingError`` with `invalidLength`, or `outOfMemory` when the memory is not to be had.
  public static func derive(
    from password: borrowing SecretBytes, salt: [UInt8], parameters: Parameters, count: Int
  ) throws(SealingError) -> SecretBytes {
    let none = try SecretBytes.filled(0) { _ in }
    return try derive(
      from: password, salt: salt, secret: none, authenticating: [], parameters: parameters, count: count)
  }

  /// With Argon2's own secret and associated data, which published vectors use.
  static func derive(
    from password: borrowing SecretBytes, salt: [UInt8], secret: borrowing SecretBytes, authenticating data: [UInt8],
    parameters: Parameters, count: Int
  ) throws(SealingError) -> SecretBytes {
    guard password.count <= maximumPasswordByteCount else { throw SealingError(.invalidLength, "password over 64 KiB") }
    guard (8...1024).contains(salt.count) else { throw SealingError(.invalidLength, "a salt has 8 to 1024 bytes") }
    guard (4...1024).contains(count) else { throw SealingError(.invalidLength, "Argon2id gives 4 to 1024 bytes here") }
    return try SecretBytes.filled(count) { (output) throws(SealingError) in
      try password.withUnsafeBytes { (password) throws(SealingError) in
        try secret.withUnsafeBytes { (secret) throws(SealingError) in
          try salt.withRawBytes { (salt) throws(SealingError) in
            try data.withRawBytes { (data) throws(SealingError) in
              try Argon2.id(
                password: password, salt: salt, secret: secret, data: data,
                cost: (parameters.memoryKiB, parameters.iterations, parameters.parallelism), into: output)
            }
          }
        }
      }
    }
  }
}
