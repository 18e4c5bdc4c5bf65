public import FoundationEssentials
public import Sealing
public import SecretMemory

/// What an operation changed, sealed to the owner: a task that was ordinary when it happened is protected now, and its
/// former text must lie nowhere open.
public enum SealedOperation {
  private static let format: UInt8 = 1
  private static let purpose = Array("vault sealed operation v1".utf8)

  /// Seals an operation's changes; works while the vault is locked.
  ///
  /// - Parameter operation: names the operation, and is the same at opening: what is sealed for one opens in the place of no
  ///   other.
  public static func seal(
    _ changes: borrowing SecretBytes, to publicKey: X25519PublicKey, vaultID: UUID, of operation: [UInt8]
  ) throws(OwnerVerificationError) -> [UInt8] {
    do {
      return [format]
        + (try HPKE.seal(
          changes, to: publicKey, info: purpose + vaultID.bytes,
          authenticating: [format] + vaultID.bytes + operation))
    } catch { throw OwnerVerificationError(error) }
  }

  /// Opens what ``seal(_:to:vaultID:of:)`` made.
  ///
  /// - Throws: ``OwnerVerificationError`` with `newerFormat`, or `damaged` when it is not this vault's, another operation's, or was
  ///   changed.
  public static func open(
    _ sealed: [UInt8], privateKey: borrowing SecretBytes, vaultID: UUID, of operation: [UInt8]
  ) throws(OwnerVerificationError) -> SecretBytes {
    guard let found = sealed.first else { throw OwnerVerificationError(.damaged, "an empty operation") }
    guard found == format else { throw OwnerVerificationError(.newerFormat, "operation format \(found)") }
    do {
      return try HPKE.open(
        Array(sealed.dropFirst()), privateKey: privateKey, info: purpose + vaultID.bytes,
        authenticating: [format] + vaultID.bytes + operation)
    } catch { throw OwnerVerificationError(error) }
  }
}
