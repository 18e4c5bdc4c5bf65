internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import Sealing
internal import SecretMemory

extension OwnerService {
  /// Whom a backup is made for, verified afresh. Where no PIN was ever set there is no owner yet; then one is made whom a new
  /// recovery code opens, shown once and typed back, for nothing else could open the backup.
  func ownerForBackup(_ conversation: any Conversation) async throws(Failure) -> Verified {
    guard let header = try await header() else { return try await makeOwnerWithoutPIN(conversation) }
    guard header.slot(.recovery) != nil else { throw .noRecoveryCode }
    let owner = try await verifyAfresh(conversation)
    // The code may have been removed while the question stood.
    guard owner.header.slot(.recovery) != nil else { throw .noRecoveryCode }
    return owner
  }

  /// The header as a backup holds it: without the PIN slot.
  func headerForBackup(of owner: Verified) async throws(Failure) -> [UInt8] {
    try await executor.run { () throws(OwnerVerificationError) in
      try OwnerKeys(parameters: .standard).headerForBackup(of: owner.verified).encoded()
    }
  }

  private func makeOwnerWithoutPIN(_ conversation: any Conversation) async throws(Failure) -> Verified {
    let locks = conversation.lockCount
    let secrets = try await credentials.deviceSecretsForNewOwner()
    let code = try await newRecoveryCode(
      conversation, confirm: conversation.isInteractive, unlessLockedSince: locks)
    let keys = try await keysAtTodaysCost().keys
    let owner = try await executor.run { () throws(OwnerVerificationError) in
      let parsed = try RecoveryCode(parsing: code.bytes)
      return SharedOwner(
        try keys.create(
          vaultID: UUID(), recoveryCode: parsed, deviceKey: secrets.deviceKey.bytes, hasOwnedList: true))
    }
    try await replaceHeader(nil, by: owner) { (written) throws(OwnerVerificationError) in
      try Self.verifyHeader(written, code: code, secrets)
    } preparing: { () async throws(Failure) in
      try await texts.begin(of: owner)
    }
    return owner
  }

  /// Refuses a slot that costs more to open than any that this program makes: whoever wrote the file says what it costs, and
  /// each code typed would keep the machine busy for minutes.
  func refuseTooDear(_ header: OwnerHeader) throws(Failure) {
    guard let cost = header.slot(.recovery)?.parameters, !cost.isAtMost(.dearest) else { return }
    throw Failure(
      .badData,
      "Opening that backup would take \(cost.memoryKiB >> 10) MiB, \(cost.iterations) passes and \(cost.parallelism) lanes "
        + "of Argon2id, more than any backup asks for.",
      hint: "Take another copy of the backup; nothing was changed.")
  }
}

extension Failure {
  fileprivate static let noRecoveryCode = Failure(
    .refused, "There is no recovery code, so nothing could open the backup.",
    hint: "Make one first: vault recovery create.")
}
