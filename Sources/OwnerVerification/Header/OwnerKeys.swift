public import FoundationEssentials
public import Sealing
public import SecretMemory

/// Makes and opens the owner's key. Pure but for time and memory: what comes out is a new ``OwnerHeader``, and
/// ``OwnerHeaderFile`` keeps it. Everything here blocks for as long as Argon2id takes: run it off the cooperative pool.
///
/// Attempts are not counted here: ``AttemptCounter`` comes first.
public struct OwnerKeys: Sendable {
  /// What a new slot costs to open.
  public let parameters: Argon2id.Parameters
  private let now: @Sendable () -> Date
  private let random: @Sendable (Int) throws(SealingError) -> SecretBytes

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

  /// The private half, opened by the PIN.
  ///
  /// - Throws: ``OwnerVerificationError`` with `wrongSecret` when the PIN or the pepper is not the right one, `noSlot`,
  ///   `wrongDeviceKey`, `damaged` when the header does not belong to the private half it holds.
  public func open(
    _ header: OwnerHeader, pin: borrowing SecretBytes, pepper: borrowing SecretBytes,
    deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> SecretBytes {
    try check(header, under: deviceKey)
    let slot = try slot(.pin, of: header)
    let key = try SlotKey.pin(pin, pepper: pepper, salt: slot.salt, parameters: slot.parameters)
    return try unwrap(slot, of: header, key: key)
  }

  /// The private half, opened by the recovery code.
  ///
  /// - Throws: as ``open(_:pin:pepper:deviceKey:)``.
  public func open(
    _ header: OwnerHeader, recoveryCode: borrowing RecoveryCode, deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> SecretBytes {
    try check(header, under: deviceKey)
    return try openOnNewMachine(header, recoveryCode: recoveryCode)
  }

  /// The private half, opened by the recovery code where the device key of old is gone, as after a restore. The MAC under
  /// the private half is still checked. Follow with ``rebound(_:privateKey:deviceKey:keepingPIN:)``.
  public func openOnNewMachine(
    _ header: OwnerHeader, recoveryCode: borrowing RecoveryCode
  ) throws(OwnerVerificationError) -> SecretBytes {
    let slot = try slot(.recovery, of: header)
    let key = try SlotKey.recovery(recoveryCode, salt: slot.salt, parameters: slot.parameters)
    return try unwrap(slot, of: header, key: key)
  }

  // MARK: Making

  /// A new owner with a PIN, and with a recovery slot where a code is given.
  ///
  /// - Throws: ``OwnerVerificationError`` with `weakPIN`.
  public func create(
    vaultID: UUID, pin: borrowing SecretBytes, pepper: borrowing SecretBytes, deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> (header: OwnerHeader, privateKey: SharedSecret) {
    try PINPolicy.check(pin)
    let privateKey = try sealing { () throws(SealingError) in try random(X25519.keyByteCount) }
    let publicKey = try sealing { () throws(SealingError) in try X25519.publicKey(of: privateKey) }
    let slot = try pinSlot(pin, pepper: pepper, privateKey: privateKey, vaultID: vaultID, publicKey: publicKey)
    let header = try OwnerHeader(
      vaultID: vaultID, publicKey: publicKey, slots: [slot], privateKey: privateKey, deviceKey: deviceKey)
    return (header, SharedSecret(privateKey))
  }

  /// The header with a new PIN slot in place of an older one; nothing that is sealed changes.
  ///
  /// - Throws: ``OwnerVerificationError`` with `weakPIN`, or `damaged` when the private half is another's.
  public func settingPIN(
    _ pin: borrowing SecretBytes, pepper: borrowing SecretBytes, in header: OwnerHeader,
    privateKey: borrowing SecretBytes, deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> OwnerHeader {
    try PINPolicy.check(pin)
    let slot = try pinSlot(
      pin, pepper: pepper, privateKey: privateKey, vaultID: header.vaultID, publicKey: header.publicKey)
    return try replacing(.pin, with: slot, in: header, privateKey: privateKey, deviceKey: deviceKey)
  }

  /// The header with a new recovery slot in place of an older one, whose code opens nothing any more.
  public func settingRecoveryCode(
    _ code: borrowing RecoveryCode, in header: OwnerHeader, privateKey: borrowing SecretBytes,
    deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> OwnerHeader {
    let salt = try sealing { () throws(SealingError) in try randomBytes(OwnerSlot.saltByteCount) }
    let key = try SlotKey.recovery(code, salt: salt, parameters: parameters)
    let slot = try wrap(
      privateKey, kind: .recovery, key: key, salt: salt, vaultID: header.vaultID, publicKey: header.publicKey)
    return try replacing(.recovery, with: slot, in: header, privateKey: privateKey, deviceKey: deviceKey)
  }

  /// The header without the slot of a kind.
  ///
  /// - Throws: ``OwnerVerificationError`` with `noSlot`, or `lastSlot` when nothing would be left.
  public func removing(
    _ kind: OwnerSlot.Kind, from header: OwnerHeader, privateKey: borrowing SecretBytes,
    deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> OwnerHeader {
    _ = try slot(kind, of: header)
    guard header.slots.count > 1 else { throw OwnerVerificationError(.lastSlot) }
    return try replacing(kind, with: nil, in: header, privateKey: privateKey, deviceKey: deviceKey)
  }

  /// The header under another device key, as after a restore. The pepper of old is gone then, so the PIN slot, which it
  /// is half of, is left out unless `keepingPIN`.
  public func rebound(
    _ header: OwnerHeader, privateKey: borrowing SecretBytes, deviceKey: borrowing SecretBytes, keepingPIN: Bool = false
  ) throws(OwnerVerificationError) -> OwnerHeader {
    let slots = header.slots.filter { keepingPIN || $0.kind != .pin }
    guard !slots.isEmpty else { throw OwnerVerificationError(.lastSlot) }
    guard try header.belongs(to: privateKey) else { throw OwnerVerificationError(.damaged, "the owner's header") }
    return try OwnerHeader(
      vaultID: header.vaultID, publicKey: header.publicKey, slots: slots, privateKey: privateKey, deviceKey: deviceKey)
  }

  // MARK: Parts

  private func check(_ header: OwnerHeader, under deviceKey: borrowing SecretBytes) throws(OwnerVerificationError) {
    guard try header.isIntact(under: deviceKey) else {
      throw OwnerVerificationError(.wrongDeviceKey, "the owner's header and the device key do not belong together")
    }
  }

  private func slot(_ kind: OwnerSlot.Kind, of header: OwnerHeader) throws(OwnerVerificationError) -> OwnerSlot {
    guard let slot = header.slot(kind) else { throw OwnerVerificationError(.noSlot, "\(kind)") }
    return slot
  }

  private func replacing(
    _ kind: OwnerSlot.Kind, with slot: OwnerSlot?, in header: OwnerHeader, privateKey: borrowing SecretBytes,
    deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> OwnerHeader {
    guard try header.belongs(to: privateKey) else { throw OwnerVerificationError(.damaged, "the owner's header") }
    let slots = header.slots.filter { $0.kind != kind } + (slot.map { [$0] } ?? [])
    return try OwnerHeader(
      vaultID: header.vaultID, publicKey: header.publicKey, slots: slots, privateKey: privateKey, deviceKey: deviceKey)
  }

  private func unwrap(
    _ slot: OwnerSlot, of header: OwnerHeader, key: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> SecretBytes {
    let binding = OwnerSlot.binding(
      kind: slot.kind, createdAt: slot.createdAt, salt: slot.salt, parameters: slot.parameters,
      vaultID: header.vaultID, publicKey: header.publicKey)
    let privateKey: SecretBytes
    do {
      privateKey = try AES256GCM.open(slot.wrapped, key: key, nonce: slot.nonce, authenticating: binding)
    } catch {
      throw error.code == .authenticationFailed ? OwnerVerificationError(.wrongSecret) : OwnerVerificationError(error)
    }
    guard try header.belongs(to: privateKey) else { throw OwnerVerificationError(.damaged, "the owner's header") }
    return privateKey
  }

  private func pinSlot(
    _ pin: borrowing SecretBytes, pepper: borrowing SecretBytes, privateKey: borrowing SecretBytes, vaultID: UUID,
    publicKey: X25519PublicKey
  ) throws(OwnerVerificationError) -> OwnerSlot {
    let salt = try sealing { () throws(SealingError) in try randomBytes(OwnerSlot.saltByteCount) }
    let key = try SlotKey.pin(pin, pepper: pepper, salt: salt, parameters: parameters)
    return try wrap(privateKey, kind: .pin, key: key, salt: salt, vaultID: vaultID, publicKey: publicKey)
  }

  private func wrap(
    _ privateKey: borrowing SecretBytes, kind: OwnerSlot.Kind, key: borrowing SecretBytes, salt: [UInt8],
    vaultID: UUID, publicKey: X25519PublicKey
  ) throws(OwnerVerificationError) -> OwnerSlot {
    let createdAt = Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down))
    let binding = OwnerSlot.binding(
      kind: kind, createdAt: createdAt, salt: salt, parameters: parameters, vaultID: vaultID, publicKey: publicKey)
    do {
      let nonce = try randomBytes(AES256GCM.nonceByteCount)
      let wrapped = try AES256GCM.seal(privateKey, key: key, nonce: nonce, authenticating: binding)
      return OwnerSlot(
        kind: kind, createdAt: createdAt, salt: salt, parameters: parameters, nonce: nonce, wrapped: wrapped)
    } catch { throw OwnerVerificationError(error) }
  }

  /// Salts and nonces, which are not secret.
  private func randomBytes(_ count: Int) throws(SealingError) -> [UInt8] {
    let bytes = try random(count)
    return bytes.withUnsafeBytes { Array($0) }
  }
}
