internal import Sealing
internal import SecretMemory

/// Hashes passwords and checks them. Both block for as long as the hash costs: call them on a ``PasswordPool`` only.
protocol PasswordHashing: Sendable {
  /// What a new hash costs.
  var parameters: Argon2id.Parameters { get }
  /// Hashes a password with a salt of its own.
  func hash(_ password: borrowing SecretBytes) throws -> PasswordHash
  /// Whether the password is the hashed one.
  func matches(_ password: borrowing SecretBytes, _ hash: PasswordHash) throws -> Bool
}

extension PasswordHashing {
  /// Whether the hash costs less to guess than a new one would.
  func isOutdated(_ hash: PasswordHash) -> Bool { hash.parameters.cost < parameters.cost }
}

extension Argon2id.Parameters {
  fileprivate var cost: UInt64 { UInt64(memoryKiB) * UInt64(iterations) }
}

/// Argon2id (RFC 9106).
struct Argon2idPasswordHasher: PasswordHashing {
  let parameters: Argon2id.Parameters

  init(parameters: Argon2id.Parameters = .standard) { self.parameters = parameters }

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
}
