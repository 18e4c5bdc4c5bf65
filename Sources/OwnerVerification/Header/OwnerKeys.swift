public import FoundationEssentials
public import Sealing
public import SecretMemory

/// Makes and opens the owner's key. Pure but for time and memory: what comes out is a new ``OwnerHeader``, and
/// ``OwnerHeaderFile`` stores it. Everything here blocks for as long as Argon2id takes: run it off the cooperative pool.
///
/// Attempts are not counted here: ``AttemptCounter`` comes first.
public struct OwnerKeys: Sendable {
  /// What a new slot costs to open.
  public let parameters: Argon2id.Parameters
  let now: @Sendable () -> Date
  let random: @Sendable (Int) throws(SealingError) -> SecretBytes

  /// Sets what new slots cost, and where time and randomness come from.
  public init(
    parameters: Argon2id.Parameters, now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable (Int) throws(SealingError) -> SecretBytes = SystemRandom.secret
  ) {
    self.parameters = parameters
    self.now = now
    self.random = random
  }

  // MARK: Opening

  /// The owner, verified by the PIN.
  ///
  /// - Throws: ``OwnerVerificationError`` with `wrongSecret` when the PIN or the pepper is not the right one, `noSlot`,
  ///   `wrongDeviceKey`, `damaged` when the header does not belong to the private half it holds.
  public func open(
    _ header: OwnerHeader, pin: borrowing SecretBytes, pepper: borrowing SecretBytes,
    deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> VerifiedOwner {
    try check(header, under: deviceKey)
    let slot = try slot(.pin, of: header)
    let key = try SlotKey.pin(pin, pepper: pepper, salt: slot.salt, parameters: slot.parameters)
    return try unwrap(slot, of: header, key: key)
  }

  /// The owner, verified by the recovery code.
  ///
  /// - Throws: as ``open(_:pin:pepper:deviceKey:)``.
  public func open(
    _ header: OwnerHeader, recoveryCode: borrowing RecoveryCode, deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> VerifiedOwner {
    try check(header, under: deviceKey)
    return try openOnNewMachine(header, recoveryCode: recoveryCode)
  }

  /// The owner, verified by the recovery code where the earlier device key is gone, as after a restore. The MAC under
  /// the private half is still checked. Follow with ``rebound(_:deviceKey:keepingPIN:above:)``.
  public func openOnNewMachine(
    _ header: OwnerHeader, recoveryCode: borrowing RecoveryCode
  ) throws(OwnerVerificationError) -> VerifiedOwner {
    let slot = try slot(.recovery, of: header)
    let key = try SlotKey.recovery(recoveryCode, salt: slot.salt, parameters: slot.parameters)
    return try unwrap(slot, of: header, key: key)
  }

  // MARK: Parts

  private func check(_ header: OwnerHeader, under deviceKey: borrowing SecretBytes) throws(OwnerVerificationError) {
    guard try header.isIntact(under: deviceKey) else {
      throw OwnerVerificationError(.wrongDeviceKey, "the owner's header and the device key do not belong together")
    }
  }

  func slot(_ kind: OwnerSlot.Kind, of header: OwnerHeader) throws(OwnerVerificationError) -> OwnerSlot {
    guard let slot = header.slot(kind) else { throw OwnerVerificationError(.noSlot, "\(kind)") }
    return slot
  }

  private func unwrap(
    _ slot: OwnerSlot, of header: OwnerHeader, key: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> VerifiedOwner {
    let binding = OwnerSlot.binding(
      kind: slot.kind, createdAt: slot.createdAt, salt: slot.salt, parameters: slot.parameters,
      vaultID: header.vaultID, publicKey: header.publicKey)
    let privateKey: SecretBytes
    do {
      privateKey = try AES256GCM.open(slot.wrapped, key: key, nonce: slot.nonce, authenticating: binding)
    } catch {
      throw error.code == .authenticationFailed ? OwnerVerificationError(.wrongSecret) : OwnerVerificationError(error)
    }
    return try VerifiedOwner(privateKey, of: header)
  }
}
