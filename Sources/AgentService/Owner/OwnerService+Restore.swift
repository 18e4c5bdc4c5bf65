internal import AgentAPI
internal import Localization
internal import OwnerVerification
internal import Sealing
internal import SecretMemory

extension OwnerService {
  /// How often a mistyped recovery code is asked for again.
  private static let triesForBackup = 3

  /// Opens the key slots of a backup with its recovery code.
  ///
  /// - Parameter path: the backup's, to name it.
  func openBackup(
    _ encoded: [UInt8], of path: String, _ conversation: any Conversation
  ) async throws(Failure) -> Verified {
    let header: OwnerHeader
    do { header = try OwnerHeader(encoded: encoded) } catch { throw Failure(error, openingBackup: path) }
    try refuseTooDear(header)
    let prompt = Prompt(.recoveryCode, text: "Recovery code of the backup", deadlineSeconds: 600)
    var mistake: Failure?
    for _ in 0..<Self.triesForBackup {
      guard let answer = try await conversation.ask(prompt) else { throw mistake ?? .unanswered(prompt) }
      let result = await executor.result { () throws(OwnerVerificationError) in
        let code = try RecoveryCode(parsing: answer.bytes)
        return SharedOwner(try OwnerKeys(parameters: .standard).openOnNewMachine(header, recoveryCode: code))
      }
      switch result {
      case .success(let owner): return owner
      case .failure(let error):
        let failure = Failure(error, openingBackup: path)
        mistake = failure
        guard error.code == .wrongSecret || error.code == .malformedRecoveryCode else { throw failure }
        try await conversation.notify(failure.$message, kind: .error)
      }
    }
    throw mistake ?? Failure(.refused, "Three wrong recovery codes.")
  }

  /// Makes this the vault of the backup's owner. The PIN of the old machine is left behind with its pepper.
  ///
  /// - Parameter prepare: does what has to be done before, once nobody else can become its owner.
  /// - Returns: the owner, by the header of this vault. It is newer than all that are noted here: whose vault was lost has those
  ///   notes still.
  func adopt(
    _ owner: Verified, preparing prepare: @Sendable () async throws(Failure) -> Void
  ) async throws(Failure) -> Verified {
    let secrets = try await credentials.deviceSecretsForNewOwner()
    let notes = try await notes()
    let own = try await executor.run { () throws(OwnerVerificationError) in
      let header = try OwnerKeys(parameters: .standard).rebound(
        owner.verified, deviceKey: secrets.deviceKey.bytes, above: try notes.highestGeneration(of: owner.verified),
        hasOwnedList: true)
      return SharedOwner(try owner.verified.verified(of: header))
    }
    let places = try attemptPlaces(secrets)
    try await replaceHeader(nil, by: own) { (written) throws(OwnerVerificationError) in
      guard try written.isIntact(under: secrets.deviceKey.bytes) else {
        throw OwnerVerificationError(.damaged, "the restored key slots")
      }
    } preparing: { () async throws(Failure) in
      try await prepare()
      try await attempts.begin(in: places)
    }
    return own
  }
}
