internal import FoundationEssentials
internal import LinuxSystem
internal import Sealing
internal import SecretMemory

/// The private half stored for the next verification by the system (PAM), which yields no key of its own: wrapped here, and
/// its wrapping key in the kernel's process keyring, which drops it after a while. Released when this value ends.
public struct WrappedOwnerKey: ~Copyable, Sendable {
  /// How long the kernel holds the wrapping key: 72 hours, in seconds.
  public static let lifetimeSeconds: UInt32 = 72 * 3600

  private let key: ProcessKey
  private let nonce: [UInt8]
  private let sealed: [UInt8]
  private static let label = Array("vault owner key in memory v2".utf8)

  /// Wraps a copy of the owner's private half, bound to the vault and the public half it was verified to belong to.
  ///
  /// - Throws: ``OwnerVerificationError`` with `keyringUnavailable` where the kernel or a container refuses keyrings; the
  ///   owner then verifies by PIN each time.
  public init(
    wrapping owner: borrowing VerifiedOwner, lifetimeSeconds: UInt32 = WrappedOwnerKey.lifetimeSeconds
  ) throws(OwnerVerificationError) {
    do {
      let wrappingKey = try SystemRandom.secret(AES256GCM.keyByteCount)
      let nonce = try SystemRandom.bytes(AES256GCM.nonceByteCount)
      let sealed = try AES256GCM.seal(
        owner.privateKey, key: wrappingKey, nonce: nonce, authenticating: Self.binding(owner.header))
      key = try Self.store(wrappingKey, for: lifetimeSeconds)
      self.nonce = nonce
      self.sealed = sealed
    } catch let error as SealingError { throw OwnerVerificationError(error) } catch let error as SystemError {
      throw OwnerVerificationError(.keyringUnavailable, error.description)
    } catch { throw OwnerVerificationError(.keyringUnavailable) }
  }

  private static func store(_ key: borrowing SecretBytes, for seconds: UInt32) throws(SystemError) -> ProcessKey {
    // A name of its own: the kernel treats a second key of one name as a new payload of the first, which would then
    // end with whichever of the two is released earlier.
    let name = "vault-owner-key-\(UInt64.random(in: .min ... .max))"
    return try key.withUnsafeBytes { (bytes) throws(SystemError) in
      try ProcessKey(description: name, payload: bytes, lifetimeSeconds: seconds)
    }
  }

  static func binding(_ header: OwnerHeader) -> [UInt8] {
    label + header.vaultID.bytes + header.publicKey.bytes
  }

  /// The owner; call it only after the system has verified them. The header is verified as it is when a slot is opened.
  ///
  /// - Throws: ``OwnerVerificationError`` with `keyringUnavailable` once the kernel has dropped the wrapping key, `damaged` when
  ///   the header is not this owner's.
  public borrowing func unwrap(for header: OwnerHeader) throws(OwnerVerificationError) -> VerifiedOwner {
    var wrappingKey: SecretBytes
    do { wrappingKey = try SecretBytes(count: AES256GCM.keyByteCount) } catch { throw OwnerVerificationError(error) }
    var count = 0
    do {
      count = try wrappingKey.withUnsafeMutableBytes { (bytes) throws(SystemError) in try key.read(into: bytes) }
    } catch { throw OwnerVerificationError(.keyringUnavailable, error.description) }
    guard count == AES256GCM.keyByteCount else { throw OwnerVerificationError(.keyringUnavailable, "key length") }
    let privateKey: SecretBytes
    do {
      privateKey = try AES256GCM.open(sealed, key: wrappingKey, nonce: nonce, authenticating: Self.binding(header))
    } catch { throw OwnerVerificationError(error) }
    return try VerifiedOwner(privateKey, of: header)
  }
}
