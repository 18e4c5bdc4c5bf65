internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification
internal import TaskStore

extension VaultStateKey {
  /// Where former versions recorded the ``VerificationMethod``, which stands in the owner's header now.
  static let verification = VaultStateKey("verification")
}

extension VaultAgent {
  func pin(_ request: PINRequest, _ conversation: any Conversation) async throws(Failure) -> Reply {
    switch request {
    case .set(let recovery, let confirm):
      let cost = try await log("pin set", nil, conversation) { () throws(Failure) in
        try await keeper.setPIN(conversation, recovery: recovery, confirm: confirm)
      }
      return .done(message: "The PIN is set. \(cost)")
    case .change:
      let cost = try await log("pin change", nil, conversation) { () throws(Failure) in
        try await keeper.changePIN(conversation)
      }
      return .done(message: "The PIN is changed. \(cost)")
    case .remove:
      try await log("pin remove", nil, conversation) { () throws(Failure) in
        try await keeper.removePIN(conversation)
      }
      return .done(message: "The PIN is removed; the recovery code unlocks the vault now.")
    case .unknown: throw Failure(.unsupported, "This agent does not know that request.")
    }
  }

  func createRecoveryCode(_ conversation: any Conversation) async throws(Failure) -> Reply {
    try await log("recovery create", nil, conversation) { () throws(Failure) in
      try await keeper.createRecoveryCode(conversation)
    }
    return .done(
      message: "The new recovery code is in force. One that it replaces still opens the backups of its time, and with "
        + "them later ones: destroy those if somebody may have seen it.")
  }

  func useVerification(
    _ method: VerificationMethod, _ conversation: any Conversation
  ) async throws(Failure) -> Reply {
    guard VerificationMethod.allCases.contains(method) else {
      throw Failure(.unsupported, "This agent does not know that way to verify.", hint: "Give pin or pam.")
    }
    try await log("verification use", nil, conversation) { () throws(Failure) in
      try await keeper.use(method == .pam ? .system : .pin, conversation)
    }
    return .done(
      message: method == .pin
        ? "The PIN unlocks the vault from now on."
        : "The system (fingerprint, password) unlocks the vault from now on; the first unlock of a session takes the PIN."
    )
  }
}
