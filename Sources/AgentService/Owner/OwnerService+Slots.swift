internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import Sealing
internal import SecretMemory

extension OwnerService {
  private static let triesForNewPIN = 3

  /// Sets the first PIN, or one in place of one that was removed.
  ///
  /// - Returns: what the owner should know about the PIN.
  func setPIN(_ conversation: any Conversation, recovery: Bool, confirm: Bool) async throws(Failure) -> LocalizedText {
    let locks = conversation.lockCount
    if let header = try await header() {
      guard header.slot(.pin) == nil else {
        throw Failure(.refused, "A PIN is set already.", hint: "Change it with vault pin change.")
      }
      return try await replacePIN(of: try await verifyAfresh(conversation), conversation, unlessLockedSince: locks)
    }
    let secrets = try await credentials.deviceSecretsForNewOwner()
    let pin = try await newPIN(conversation, unlessLockedSince: locks)
    let (keys, seconds) = try await keysAtTodaysCost()
    let made = try await executor.run { () throws(OwnerVerificationError) in
      SharedOwner(
        try keys.create(
          vaultID: UUID(), pin: pin.bytes, pepper: secrets.pepper.bytes, deviceKey: secrets.deviceKey.bytes,
          hasOwnedList: true))
    }
    var owner = made
    if recovery {
      let code = try await newRecoveryCode(
        conversation, confirm: confirm, unlessLockedSince: locks)
      owner = try await adding(code, to: made, secrets, keys)
    }
    let places = try attemptPlaces(secrets)
    try await install(owner, inPlaceOf: nil, pin: pin, secrets: secrets) { () async throws(Failure) in
      try await texts.begin(of: owner)
      try await attempts.begin(in: places)
    }
    await attempts.verified(in: places)
    return LocalizedText(words: GuessingCost(of: pin.bytes, secondsPerGuess: seconds).message)
  }

  /// Puts a new PIN in place of the old one; nothing that is sealed changes.
  func changePIN(_ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    let locks = conversation.lockCount
    return try await replacePIN(of: try await verifyAfresh(conversation), conversation, unlessLockedSince: locks)
  }

  /// Removes the PIN; the recovery code must be left.
  func removePIN(_ conversation: any Conversation) async throws(Failure) {
    let owner = try await verifyAfresh(conversation)
    let secrets = try await lockbox().secrets
    let next = try await executor.run { () throws(OwnerVerificationError) in
      let header = try OwnerKeys(parameters: .standard).removing(
        .pin, of: owner.verified, deviceKey: secrets.deviceKey.bytes)
      return SharedOwner(try owner.verified.verified(of: header))
    }
    try await replaceHeader(owner.header, by: next)
    lock(.keysChanged)
  }

  /// Makes a new recovery code; the one of old opens nothing any more.
  func createRecoveryCode(_ conversation: any Conversation) async throws(Failure) {
    let locks = conversation.lockCount
    let owner = try await verifyAfresh(conversation)
    let secrets = try await lockbox().secrets
    let code = try await newRecoveryCode(
      conversation, confirm: conversation.isInteractive, unlessLockedSince: locks)
    let next = try await adding(code, to: owner, secrets, try await keysAtTodaysCost().keys)
    try await replaceHeader(owner.header, by: next) { (written) throws(OwnerVerificationError) in
      try Self.verifyHeader(written, code: code, secrets)
    }
    lock(.keysChanged)
  }

  // MARK: Parts

  /// Asks the owner, who has just been verified, for a new PIN and puts it in place of the old one.
  func replacePIN(
    of owner: Verified, _ conversation: any Conversation, unlessLockedSince locks: UInt64
  ) async throws(Failure) -> LocalizedText {
    let secrets = try await lockbox().secrets
    let pin = try await newPIN(conversation, unlessLockedSince: locks)
    let (keys, seconds) = try await keysAtTodaysCost()
    let next = try await executor.run { () throws(OwnerVerificationError) in
      let header = try keys.settingPIN(
        pin.bytes, pepper: secrets.pepper.bytes, of: owner.verified, deviceKey: secrets.deviceKey.bytes)
      return SharedOwner(try owner.verified.verified(of: header))
    }
    try await install(next, inPlaceOf: owner.header, pin: pin, secrets: secrets)
    lock(.keysChanged)
    return LocalizedText(words: GuessingCost(of: pin.bytes, secondsPerGuess: seconds).message)
  }

  func install(
    _ owner: Verified, inPlaceOf former: OwnerHeader?, pin: SharedSecret, secrets: DeviceSecrets,
    preparing prepare: () async throws(Failure) -> Void = {}
  ) async throws(Failure) {
    try await replaceHeader(
      former, by: owner,
      verify: { (written) throws(OwnerVerificationError) in
        _ = try OwnerKeys(parameters: .standard).open(
          written, pin: pin.bytes, pepper: secrets.pepper.bytes, deviceKey: secrets.deviceKey.bytes)
      }, preparing: prepare)
  }

  static func verifyHeader(
    _ header: OwnerHeader, code: SharedSecret, _ secrets: DeviceSecrets
  ) throws(OwnerVerificationError) {
    let parsed = try RecoveryCode(parsing: code.bytes)
    _ = try OwnerKeys(parameters: .standard).open(header, recoveryCode: parsed, deviceKey: secrets.deviceKey.bytes)
  }

  private func adding(
    _ code: SharedSecret, to owner: Verified, _ secrets: DeviceSecrets, _ keys: OwnerKeys
  ) async throws(Failure) -> Verified {
    try await executor.run { () throws(OwnerVerificationError) in
      let parsed = try RecoveryCode(parsing: code.bytes)
      let header = try keys.settingRecoveryCode(parsed, of: owner.verified, deviceKey: secrets.deviceKey.bytes)
      return SharedOwner(try owner.verified.verified(of: header))
    }
  }

  /// What makes new slots, and how long one guess was measured to take one core.
  func keysAtTodaysCost() async throws(Failure) -> (keys: OwnerKeys, secondsPerGuess: Double) {
    let measured = try await executor.run { [cost] () throws(OwnerVerificationError) in
      do throws(SealingError) { return try cost.measured() } catch {
        throw OwnerVerificationError(.sealingFailed, error.description)
      }
    }
    return (OwnerKeys(parameters: measured.parameters), measured.seconds)
  }

  /// Asks for a new PIN. The private half waits in memory meanwhile, so a lock ends the question.
  private func newPIN(
    _ conversation: any Conversation, unlessLockedSince locks: UInt64
  ) async throws(Failure) -> SharedSecret {
    let prompt = Prompt(
      .newPIN, text: "New PIN or passphrase (\(PINPolicy.minimumCharacterCount) characters or more)")
    var last = Failure.unanswered(prompt)
    for _ in 0..<Self.triesForNewPIN {
      // Whoever has no other one is told what was wrong with it, and not that there is none.
      guard let pin = try await conversation.ask(prompt, unlessLockedSince: locks) else { throw last }
      do throws(OwnerVerificationError) {
        try PINPolicy.check(pin.bytes)
        return pin
      } catch { last = Failure(error) }
      guard conversation.isInteractive else { break }
      try await conversation.notify(last.$message, kind: .error, unlessLockedSince: locks)
    }
    throw last
  }

  /// Shows a new code and has it typed back, unless a lock comes first.
  func newRecoveryCode(
    _ conversation: any Conversation, confirm: Bool, unlessLockedSince locks: UInt64
  ) async throws(Failure) -> SharedSecret {
    let code = try await executor.run { () throws(OwnerVerificationError) in SharedSecret(try RecoveryCode().text()) }
    try await conversation.show(code, as: SecretNotice(kind: .recoveryCode), unlessLockedSince: locks)
    if confirm { try await TypedBackCode(code: code).ask(conversation, unlessLockedSince: locks) }
    return code
  }
}
