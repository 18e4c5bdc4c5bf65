public import FoundationEssentials
internal import Sealing
public import SecretMemory

/// What a backup needs of the owner's keys.
extension OwnerKeys {
  /// A new owner without a PIN, whose key the recovery code alone opens.
  ///
  /// - Parameter hasOwnedList: whether there is a list of the owner's texts from the first day.
  public func create(
    vaultID: UUID, recoveryCode: borrowing RecoveryCode, deviceKey: borrowing SecretBytes, hasOwnedList: Bool = false
  ) throws(OwnerVerificationError) -> VerifiedOwner {
    let privateKey = try sealing { () throws(SealingError) in try random(X25519.keyByteCount) }
    let publicKey = try sealing { () throws(SealingError) in try X25519.publicKey(of: privateKey) }
    let slot = try recoverySlot(recoveryCode, privateKey: privateKey, vaultID: vaultID, publicKey: publicKey)
    let header = try OwnerHeader(
      vaultID: vaultID, publicKey: publicKey, slots: [slot],
      terms: .init(generation: 1, method: .pin, hasOwnedList: hasOwnedList), privateKey: privateKey,
      deviceKey: deviceKey)
    return try VerifiedOwner(privateKey, of: header)
  }

  /// The header as a backup holds it: with the recovery slot alone, for whoever has the file shall try no PINs, and bound to no
  /// device, so that it is never in force in this vault. What it says of the owner's decisions is what it says of everybody's: whoever
  /// has the file reads it, and a restore decides anew.
  ///
  /// - Throws: ``OwnerVerificationError`` with `noSlot` where there is no recovery slot.
  public func headerForBackup(of owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> OwnerHeader {
    let slot = try slot(.recovery, of: owner.header)
    let nobodys = try sealing { () throws(SealingError) in try random(X25519.keyByteCount) }
    let terms = OwnerHeader.Terms(generation: 1, method: .pin, hasOwnedList: owner.header.hasOwnedList)
    return try OwnerHeader(
      vaultID: owner.header.vaultID, publicKey: owner.header.publicKey, slots: [slot], terms: terms,
      privateKey: owner.privateKey, deviceKey: nobodys)
  }
}
