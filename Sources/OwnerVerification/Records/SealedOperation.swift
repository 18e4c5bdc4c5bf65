internal import FoundationEssentials
internal import Sealing
public import SecretMemory

/// What an operation changed, sealed to the owner: a task that was ordinary when it happened is protected now, and its
/// previous text must not be readable anywhere.
public enum SealedOperation {
  private static let format: UInt8 = 1
  private static let purpose = Array("vault sealed operation v1".utf8)

  /// Seals an operation's changes; works while the vault is locked.
  ///
  /// - Parameter operation: names the operation, and is the same at opening: what is sealed for one opens in the place of no
  ///   other.
  public static func seal(
    _ changes: borrowing SecretBytes, to recipient: SealingRecipient, of operation: [UInt8]
  ) throws(OwnerVerificationError) -> [UInt8] {
    do {
      return [format]
        + (try HPKE.seal(
          changes, to: recipient.publicKey, info: purpose + recipient.vaultID.bytes,
          authenticating: [format] + recipient.vaultID.bytes + operation))
    } catch { throw OwnerVerificationError(error) }
  }

  /// Opens what ``seal(_:to:of:)`` made.
  ///
  /// - Throws: ``OwnerVerificationError`` with `newerFormat`, or `damaged` when it is not this vault's, another operation's, or was
  ///   changed.
  public static func open(
    _ sealed: [UInt8], by owner: borrowing VerifiedOwner, of operation: [UInt8]
  ) throws(OwnerVerificationError) -> SecretBytes {
    guard let found = sealed.first else { throw OwnerVerificationError(.damaged, "an empty operation") }
    guard found == format else { throw OwnerVerificationError(.newerFormat, "operation format \(found)") }
    let vaultID = owner.header.vaultID
    do {
      return try HPKE.open(
        Array(sealed.dropFirst()), privateKey: owner.privateKey, info: purpose + vaultID.bytes,
        authenticating: [format] + vaultID.bytes + operation)
    } catch { throw OwnerVerificationError(error) }
  }
}
