internal import Sealing
internal import SecretMemory

/// What a check of a password found.
///
/// A refusal costs one hash with each of the parameters that stored hashes have, whether the account exists or not. With those of
/// the account alone, or those that the server uses now, the time would reveal who has an account once an administrator has changed them.
enum PasswordCheck: Sendable {
  case wrong
  /// Right; with a stronger hash where the stored one is outdated.
  case right(replacement: PasswordHash?)

  /// Checks a password on a thread that may block.
  ///
  /// - Parameters:
  ///   - hash: the account's; nil where there is no such account.
  ///   - costs: the parameters of all stored hashes, each once.
  init(
    _ password: SharedSecret, _ hash: PasswordHash?, costs: [Argon2id.Parameters], _ hasher: any PasswordHashing
  ) throws {
    if let hash, try hasher.matches(password.bytes, hash) {
      self = .right(replacement: hasher.isOutdated(hash) ? try hasher.hash(password.bytes) : nil)
      return
    }
    var others = costs.isEmpty ? [hasher.parameters] : costs
    others.removeAll { $0 == hash?.parameters }
    for cost in others { _ = try hasher.matches(password.bytes, Self.decoy(cost)) }
    self = .wrong
  }

  /// A hash that no password fits.
  private static func decoy(_ parameters: Argon2id.Parameters) throws -> PasswordHash {
    PasswordHash(
      parameters: parameters, salt: try SystemRandom.bytes(PasswordHash.saltByteCount),
      digest: try SystemRandom.bytes(PasswordHash.digestByteCount))
  }
}
