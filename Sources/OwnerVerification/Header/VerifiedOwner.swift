internal import Sealing
public import SecretMemory

/// The owner, verified: a private half that the header's public half and its MAC belong to. Nothing else opens a text, marks one as
/// the owner's or changes the header, and only the check makes it, whether PIN, recovery code or system released the key.
public struct VerifiedOwner: ~Copyable, Sendable {
  /// The header that was verified.
  public let header: OwnerHeader
  let privateKey: SecretBytes

  /// Verifies a private half that a slot or the kernel released.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` when the header is not its owner's.
  init(_ privateKey: consuming SecretBytes, of header: OwnerHeader) throws(OwnerVerificationError) {
    guard try header.belongs(to: privateKey) else { throw OwnerVerificationError(.damaged, "the owner's header") }
    self.privateKey = privateKey
    self.header = header
  }

  /// The same owner with another header, which is checked as the first was.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` when the header is not this owner's.
  public borrowing func verified(of header: OwnerHeader) throws(OwnerVerificationError) -> VerifiedOwner {
    let copy: SecretBytes
    do { copy = try privateKey.copy() } catch { throw OwnerVerificationError(error) }
    return try VerifiedOwner(copy, of: header)
  }

  /// A key of the owner's for one purpose, which reveals nothing about other keys or the private half.
  ///
  /// - Parameter salt: not secret; another salt, another key.
  public borrowing func secret(
    for purpose: OwnerPurpose, salt: [UInt8] = []
  ) throws(OwnerVerificationError) -> SecretBytes {
    do {
      return try HKDFSHA256.derive(from: privateKey, salt: salt, info: Array(purpose.label.utf8), count: 32)
    } catch { throw OwnerVerificationError(error) }
  }

  /// A key that authenticates what the owner alone may say.
  public borrowing func authenticationKey(
    for purpose: OwnerPurpose
  ) throws(OwnerVerificationError) -> AuthenticationKey {
    AuthenticationKey(try secret(for: purpose))
  }
}

/// What a key that is derived from the owner's private half is for.
public struct OwnerPurpose: Sendable {
  /// Its name in the derivation (the `info` of HKDF, RFC 5869); another name, another key.
  public let label: String

  /// Names a purpose, for instance `vault settings v1`.
  public init(_ label: String) { self.label = label }
}

/// A key for HMAC-SHA-256.
public struct AuthenticationKey: ~Copyable, Sendable {
  private let key: SecretBytes

  init(_ key: consuming SecretBytes) { self.key = key }

  /// The 32-byte code for `message`.
  public borrowing func code(for message: [UInt8]) throws(OwnerVerificationError) -> [UInt8] {
    do { return try HMACSHA256.code(for: message, key: key) } catch { throw OwnerVerificationError(error) }
  }

  /// Whether `code` is the code for `message`; the time does not depend on where it differs.
  public borrowing func isValid(_ code: [UInt8], for message: [UInt8]) throws(OwnerVerificationError) -> Bool {
    do { return try HMACSHA256.isValid(code, for: message, key: key) } catch { throw OwnerVerificationError(error) }
  }
}

/// One verified owner that several places share. The key is erased when the last of them releases it.
public final class SharedOwner: Sendable {
  /// The owner.
  public let verified: VerifiedOwner

  /// Takes over the owner.
  public init(_ verified: consuming VerifiedOwner) { self.verified = verified }

  /// The header that was verified.
  public var header: OwnerHeader { verified.header }
}
