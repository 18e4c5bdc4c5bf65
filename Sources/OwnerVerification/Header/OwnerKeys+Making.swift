public import FoundationEssentials
internal import Sealing
public import SecretMemory

/// What the owner changes: each change is a new header of the next generation, under the MAC of the owner who was verified.
extension OwnerKeys {
  /// A new owner with a PIN.
  ///
  /// - Parameter hasOwnedList: whether there is a list of the owner's texts from the first day.
  /// - Throws: ``OwnerVerificationError`` with `weakPIN`.
  public func create(
    vaultID: UUID, pin: borrowing SecretBytes, pepper: borrowing SecretBytes, deviceKey: borrowing SecretBytes,
    hasOwnedList: Bool = false
  ) throws(OwnerVerificationError) -> VerifiedOwner {
    try PINPolicy.check(pin)
    let privateKey = try sealing { () throws(SealingError) in try random(X25519.keyByteCount) }
    let publicKey = try sealing { () throws(SealingError) in try X25519.publicKey(of: privateKey) }
    let slot = try pinSlot(pin, pepper: pepper, privateKey: privateKey, vaultID: vaultID, publicKey: publicKey)
    let header = try OwnerHeader(
      vaultID: vaultID, publicKey: publicKey, slots: [slot],
      terms: .init(generation: 1, method: .pin, hasOwnedList: hasOwnedList), privateKey: privateKey,
      deviceKey: deviceKey)
    return try VerifiedOwner(privateKey, of: header)
  }

  /// The header with a new PIN slot in place of an older one; nothing that is sealed changes.
  ///
  /// - Throws: ``OwnerVerificationError`` with `weakPIN`.
  public func settingPIN(
    _ pin: borrowing SecretBytes, pepper: borrowing SecretBytes, of owner: borrowing VerifiedOwner,
    deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> OwnerHeader {
    try PINPolicy.check(pin)
    let slot = try pinSlot(
      pin, pepper: pepper, privateKey: owner.privateKey, vaultID: owner.header.vaultID,
      publicKey: owner.header.publicKey)
    return try next(of: owner, slots: Self.slots(of: owner.header, .pin, slot), deviceKey: deviceKey)
  }

  /// The header with a new recovery slot in place of an older one, whose code opens nothing any more.
  public func settingRecoveryCode(
    _ code: borrowing RecoveryCode, of owner: borrowing VerifiedOwner, deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> OwnerHeader {
    let slot = try recoverySlot(
      code, privateKey: owner.privateKey, vaultID: owner.header.vaultID, publicKey: owner.header.publicKey)
    return try next(of: owner, slots: Self.slots(of: owner.header, .recovery, slot), deviceKey: deviceKey)
  }

  /// The header without the slot of a kind.
  ///
  /// - Throws: ``OwnerVerificationError`` with `noSlot`, or `lastSlot` when nothing would be left.
  public func removing(
    _ kind: OwnerSlot.Kind, of owner: borrowing VerifiedOwner, deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> OwnerHeader {
    _ = try slot(kind, of: owner.header)
    guard owner.header.slots.count > 1 else { throw OwnerVerificationError(.lastSlot) }
    return try next(of: owner, slots: Self.slots(of: owner.header, kind, nil), deviceKey: deviceKey)
  }

  /// The header with other terms, or the present ones: one of the legacy format is written in the present one.
  ///
  /// - Parameters:
  ///   - method: how the owner is verified; nil leaves it.
  ///   - hasOwnedList: true records that there is a list of the owner's texts; nothing undoes that.
  ///   - confirmed: the settings that the owner confirms, in place of those of before; nil leaves them.
  public func updating(
    _ owner: borrowing VerifiedOwner, method: OwnerHeader.Method? = nil, hasOwnedList: Bool = false,
    confirmed: ConfirmedSettings? = nil, deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> OwnerHeader {
    try next(
      of: owner, slots: owner.header.slots, method: method, hasOwnedList: hasOwnedList, confirmed: confirmed,
      deviceKey: deviceKey)
  }

  /// The header under another device key, as after a restore. The earlier pepper is gone then, so the PIN slot, which it
  /// is half of, is left out unless `keepingPIN`; the system of another machine verifies nobody,
  /// and its settings are not confirmed here.
  ///
  /// - Parameters:
  ///   - generation: the highest that is known of this owner's headers; the new one is above it.
  ///   - hasOwnedList: true records that there is a list of the owner's texts.
  public func rebound(
    _ owner: borrowing VerifiedOwner, deviceKey: borrowing SecretBytes, keepingPIN: Bool = false,
    above generation: UInt64 = 0, hasOwnedList: Bool = false
  ) throws(OwnerVerificationError) -> OwnerHeader {
    let slots = owner.header.slots.filter { keepingPIN || $0.kind != .pin }
    guard !slots.isEmpty else { throw OwnerVerificationError(.lastSlot) }
    return try next(
      of: owner, slots: slots, above: generation, method: .pin, hasOwnedList: hasOwnedList,
      confirmed: ConfirmedSettings(),
      deviceKey: deviceKey)
  }

  // MARK: Parts

  private func next(
    of owner: borrowing VerifiedOwner, slots: [OwnerSlot], above known: UInt64 = 0, method: OwnerHeader.Method? = nil,
    hasOwnedList: Bool = false, confirmed: ConfirmedSettings? = nil, deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> OwnerHeader {
    let header = owner.header
    let (generation, overflows) = max(header.generation, known).addingReportingOverflow(1)
    guard !overflows else { throw OwnerVerificationError(.damaged, "the generation of the owner's header") }
    let terms = OwnerHeader.Terms(
      generation: generation, method: method ?? header.method, hasOwnedList: header.hasOwnedList || hasOwnedList,
      confirmed: confirmed ?? header.terms.confirmed)
    return try OwnerHeader(
      vaultID: header.vaultID, publicKey: header.publicKey, slots: slots, terms: terms, privateKey: owner.privateKey,
      deviceKey: deviceKey)
  }

  private static func slots(of header: OwnerHeader, _ kind: OwnerSlot.Kind, _ slot: OwnerSlot?) -> [OwnerSlot] {
    header.slots.filter { $0.kind != kind } + (slot.map { [$0] } ?? [])
  }

  private func pinSlot(
    _ pin: borrowing SecretBytes, pepper: borrowing SecretBytes, privateKey: borrowing SecretBytes, vaultID: UUID,
    publicKey: X25519PublicKey
  ) throws(OwnerVerificationError) -> OwnerSlot {
    let salt = try sealing { () throws(SealingError) in try randomBytes(OwnerSlot.saltByteCount) }
    let key = try SlotKey.pin(pin, pepper: pepper, salt: salt, parameters: parameters)
    return try wrap(privateKey, kind: .pin, key: key, salt: salt, vaultID: vaultID, publicKey: publicKey)
  }

  func recoverySlot(
    _ code: borrowing RecoveryCode, privateKey: borrowing SecretBytes, vaultID: UUID, publicKey: X25519PublicKey
  ) throws(OwnerVerificationError) -> OwnerSlot {
    let salt = try sealing { () throws(SealingError) in try randomBytes(OwnerSlot.saltByteCount) }
    let key = try SlotKey.recovery(code, salt: salt, parameters: parameters)
    return try wrap(privateKey, kind: .recovery, key: key, salt: salt, vaultID: vaultID, publicKey: publicKey)
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
