internal import AgentAPI
internal import OwnerVerification
internal import Sealing
internal import SecretMemory

extension OwnerKeeper {
  /// How often a mistyped recovery code is asked for again.
  private static let triesForBackup = 3

  /// Opens the key slots of a backup with its recovery code.
  func openBackup(
    _ encoded: [UInt8], _ conversation: any Conversation
  ) async throws(Failure) -> (header: OwnerHeader, key: SharedSecret) {
    let header: OwnerHeader
    do { header = try OwnerHeader(encoded: encoded) } catch { throw Failure(error) }
    let prompt = Prompt(.recoveryCode, text: "Recovery code of the backup", deadlineSeconds: 600)
    var mistake: Failure?
    for _ in 0..<Self.triesForBackup {
      guard let answer = try await conversation.ask(prompt) else { throw mistake ?? .unanswered(prompt) }
      let result = await work.result { () throws(OwnerVerificationError) in
        let code = try RecoveryCode(parsing: answer.bytes)
        return SharedSecret(try OwnerKeys(parameters: .standard).openOnNewMachine(header, recoveryCode: code))
      }
      switch result {
      case .success(let key): return (header, key)
      case .failure(let error):
        mistake = Failure(error)
        guard error.code == .wrongSecret || error.code == .malformedRecoveryCode else { throw Failure(error) }
        try await conversation.tell(Failure(error).message, kind: .error)
      }
    }
    throw mistake ?? Failure(.refused, "Three wrong recovery codes.")
  }

  /// Makes this the vault of the backup's owner. The PIN of the old machine is left behind with its pepper.
  func adopt(_ header: OwnerHeader, key: SharedSecret) async throws(Failure) {
    let secrets = try await credentials.deviceSecretsForNewOwner()
    let own = try await work.run { () throws(OwnerVerificationError) in
      try OwnerKeys(parameters: .standard).rebound(
        header, privateKey: key.bytes, deviceKey: secrets.deviceKey.bytes)
    }
    let places = try attemptPlaces(secrets)
    try await attempts.begin(in: places)
    try await replaceHeader(nil, with: own) { (written) throws(OwnerVerificationError) in
      guard try written.isIntact(under: secrets.deviceKey.bytes) else {
        throw OwnerVerificationError(.damaged, "the restored key slots")
      }
    }
  }
}
