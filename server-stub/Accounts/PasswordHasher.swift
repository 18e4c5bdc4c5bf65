internal import Sealing
internal import SecretMemory

/// Hashes passwords and checks them. Both block for as long as the hash costs: call them on a ``PasswordPool`` only.
protocol PasswordHashing: Sendable {
  /// A hash that no password fits, at the price of a real one: checked for unknown emails, so that they take as long.
  var decoy: PasswordHash { get }
  /// Hashes a password with a salt of its own.
  func hash(_ password: borrowing SecretBytes) throws -> PasswordHash
  /// Whether the password is the hashed one.
  func matches(_ password: borrowing SecretBytes, _ hash: PasswordHash) throws -> Bool
  /// Whether the hash costs less to guess than a new one would.
  func isOutdated(_ hash: PasswordHash) -> Bool
}

/// Argon2id (RFC 9106).
struct Argon2idPasswordHasher: PasswordHashing {
  let parameters: Argon2id.Parameters
  let decoy: PasswordHash

  /// - Throws: `SealingError` when the kernel gives no randomness.
  init(parameters: Argon2id.Parameters = .standard) throws {
    self.parameters = parameters
    decoy = PasswordHash(
      parameters: parameters, salt: try SystemRandom.bytes(PasswordHash.saltByteCount),
      digest: try SystemRandom.bytes(PasswordHash.digestByteCount))
  }

  func hash(_ password: borrowing SecretBytes) throws -> PasswordHash {
    let salt = try SystemRandom.bytes(PasswordHash.saltByteCount)
    let digest = try Argon2id.derive(
      from: password, salt: salt, parameters: parameters, count: PasswordHash.digestByteCount)
    return PasswordHash(parameters: parameters, salt: salt, digest: digest.withUnsafeBytes { [UInt8]($0) })
  }

  func matches(_ password: borrowing SecretBytes, _ hash: PasswordHash) throws -> Bool {
    let derived = try Argon2id.derive(
      from: password, salt: hash.salt, parameters: hash.parameters, count: hash.digest.count)
    return derived.isEqual(to: try SecretBytes(hash.digest))
  }

  func isOutdated(_ hash: PasswordHash) -> Bool {
    Self.cost(hash.parameters) < Self.cost(parameters)
  }

  private static func cost(_ parameters: Argon2id.Parameters) -> UInt64 {
    UInt64(parameters.memoryKiB) * UInt64(parameters.iterations)
  }
}
