internal import LinuxSystem
internal import Sealing
public import SecretMemory

/// The private half kept for the next verification by the system (PAM), which yields no key of its own: wrapped here, and
/// its wrapping key in the kernel's process keyring, which drops it after a while. Released when this value ends.
public struct WrappedOwnerKey: ~Copyable, Sendable {
  /// How long the kernel keeps the wrapping key: 72 hours, in seconds.
  public static let lifetimeSeconds: UInt32 = 72 * 3600

  private let key: ProcessKey
  private let nonce: [UInt8]
  private let sealed: [UInt8]
  private static let label = Array("vault owner key in memory v1".utf8)

  /// Wraps a copy of `privateKey`.
  ///
  /// - Throws: ``OwnerVerificationError`` with `keyringUnavailable` where the kernel or a container refuses keyrings; the
  ///   owner then verifies by PIN each time.
  public init(
    wrapping privateKey: borrowing SecretBytes, lifetimeSeconds: UInt32 = WrappedOwnerKey.lifetimeSeconds
  ) throws(OwnerVerificationError) {
    do {
      let wrappingKey = try SystemRandom.secret(AES256GCM.keyByteCount)
      let nonce = try SystemRandom.bytes(AES256GCM.nonceByteCount)
      let sealed = try AES256GCM.seal(privateKey, key: wrappingKey, nonce: nonce, authenticating: Self.label)
      key = try Self.keep(wrappingKey, for: lifetimeSeconds)
      self.nonce = nonce
      self.sealed = sealed
    } catch let error as SealingError { throw OwnerVerificationError(error) } catch let error as SystemError {
      throw OwnerVerificationError(.keyringUnavailable, error.description)
    } catch { throw OwnerVerificationError(.keyringUnavailable) }
  }

  private static func keep(_ key: borrowing SecretBytes, for seconds: UInt32) throws(SystemError) -> ProcessKey {
    // A name of its own: the kernel takes a second key of one name for a new payload of the first, which would then
    // end with whichever of the two is released earlier.
    let name = "vault-owner-key-\(UInt64.random(in: .min ... .max))"
    return try key.withUnsafeBytes { (bytes) throws(SystemError) in
      try ProcessKey(description: name, payload: bytes, lifetimeSeconds: seconds)
    }
  }

  /// The private half; call it only after the system has verified the owner.
  ///
  /// - Throws: ``OwnerVerificationError`` with `keyringUnavailable` once the kernel has dropped the wrapping key.
  public borrowing func unwrap() throws(OwnerVerificationError) -> SecretBytes {
    var wrappingKey: SecretBytes
    do { wrappingKey = try SecretBytes(count: AES256GCM.keyByteCount) } catch { throw OwnerVerificationError(error) }
    var count = 0
    do {
      count = try wrappingKey.withUnsafeMutableBytes { (bytes) throws(SystemError) in try key.read(into: bytes) }
    } catch { throw OwnerVerificationError(.keyringUnavailable, error.description) }
    guard count == AES256GCM.keyByteCount else { throw OwnerVerificationError(.keyringUnavailable, "key length") }
    do {
      return try AES256GCM.open(sealed, key: wrappingKey, nonce: nonce, authenticating: Self.label)
    } catch { throw OwnerVerificationError(error) }
  }
}
