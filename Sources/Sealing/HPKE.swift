public import SecretMemory

/// Hybrid public-key encryption (RFC 9180), base mode, single shot: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
///
/// Whoever knows the public half can seal, only the private half opens. Base mode proves no sender.
public enum HPKE {
  /// The length of the encapsulated key in front of every sealed message, in bytes.
  public static let encapsulatedKeyByteCount = 32
  /// By how many bytes a sealed message is longer than its text.
  public static let overheadByteCount = encapsulatedKeyByteCount + AES256GCM.tagByteCount

  /// Seals `plaintext` to the owner of `publicKey`.
  ///
  /// - Parameters:
  ///   - info: what the message is, bound into the key; needed again at opening.
  ///   - data: authenticated with the message; needed again at opening.
  /// - Returns: encapsulated key (32 bytes), ciphertext, tag (16 bytes).
  /// - Throws: ``SealingError`` with `invalidKey` when the public key yields no secret.
  public static func seal(
    _ plaintext: borrowing SecretBytes, to publicKey: X25519PublicKey, info: [UInt8], authenticating data: [UInt8]
  ) throws(SealingError) -> [UInt8] {
    let ephemeral = try X25519.generatePrivateKey()
    return try seal(plaintext, to: publicKey, info: info, authenticating: data, ephemeral: ephemeral)
  }

  /// Opens what ``seal(_:to:info:authenticating:)`` made.
  ///
  /// - Throws: ``SealingError`` with `authenticationFailed` when anything differs from what was sealed, `invalidKey`
  ///   when the private half has not 32 bytes.
  public static func open(
    _ sealed: [UInt8], privateKey: borrowing SecretBytes, info: [UInt8], authenticating data: [UInt8]
  ) throws(SealingError) -> SecretBytes {
    let publicKey = try X25519.publicKey(of: privateKey)
    guard sealed.count >= overheadByteCount,
      let encapsulated = X25519PublicKey(Array(sealed.prefix(encapsulatedKeyByteCount)))
    else { throw SealingError(.authenticationFailed, "shorter than an empty sealed message") }
    let agreed: SecretBytes
    do { agreed = try X25519.sharedSecret(privateKey: privateKey, publicKey: encapsulated) } catch {
      throw error.code == .invalidKey ? SealingError(.authenticationFailed, "bad encapsulated key") : error
    }
    let shared = try DHKEM.sharedSecret(agreed: agreed, encapsulated: encapsulated, recipient: publicKey)
    let schedule = try HPKEKeySchedule(sharedSecret: shared, info: info)
    let ciphertext = Array(sealed.dropFirst(encapsulatedKeyByteCount))
    return try AES256GCM.open(ciphertext, key: schedule.key, nonce: schedule.baseNonce, authenticating: data)
  }

  /// Sealing with a given ephemeral private half, so that published vectors can be checked; it must be fresh.
  static func seal(
    _ plaintext: borrowing SecretBytes, to publicKey: X25519PublicKey, info: [UInt8], authenticating data: [UInt8],
    ephemeral: borrowing SecretBytes
  ) throws(SealingError) -> [UInt8] {
    let encapsulated = try X25519.publicKey(of: ephemeral)
    let agreed = try X25519.sharedSecret(privateKey: ephemeral, publicKey: publicKey)
    let shared = try DHKEM.sharedSecret(agreed: agreed, encapsulated: encapsulated, recipient: publicKey)
    let schedule = try HPKEKeySchedule(sharedSecret: shared, info: info)
    let ciphertext = try AES256GCM.seal(
      plaintext, key: schedule.key, nonce: schedule.baseNonce, authenticating: data)
    return encapsulated.bytes + ciphertext
  }
}
