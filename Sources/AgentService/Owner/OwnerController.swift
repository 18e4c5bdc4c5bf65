internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import TaskStore

extension VaultStateKey {
  /// Where former versions recorded the ``VerificationMethod``, which stands in the owner's header now.
  static let verification = VaultStateKey("verification")
}

/// Changes the ways by which the owner proves who they are. Each asks for one of them first.
protocol OwnerManaging: Sendable {
  /// Sets the first PIN.
  ///
  /// - Returns: what the owner should know about it.
  func setPIN(_ conversation: any Conversation, recovery: Bool, confirm: Bool) async throws(Failure) -> LocalizedText

  /// Changes the PIN.
  ///
  /// - Returns: what the owner should know about it.
  func changePIN(_ conversation: any Conversation) async throws(Failure) -> LocalizedText

  /// Removes the PIN, where there is a recovery code.
  func removePIN(_ conversation: any Conversation) async throws(Failure)

  /// Creates a recovery code, and shows it.
  func createRecoveryCode(_ conversation: any Conversation) async throws(Failure)

  /// Has the owner verified by the PIN, or by the system.
  func use(_ method: OwnerHeader.Method, _ conversation: any Conversation) async throws(Failure)
}

extension OwnerService: OwnerManaging {}

/// The requests about PIN, recovery code and verification. Each says in a sentence what was done.
struct OwnerController: Sendable {
  let owner: any OwnerManaging
  let access: any OwnerAccessing

  /// Sets the first PIN.
  func setPIN(recovery: Bool, confirm: Bool, _ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    let cost = try await access.log("pin set", nil, conversation) { () throws(Failure) in
      try await owner.setPIN(conversation, recovery: recovery, confirm: confirm)
    }
    return "The PIN is set. \(cost)"
  }

  /// Asks for the old and a new PIN.
  func changePIN(_ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    let cost = try await access.log("pin change", nil, conversation) { () throws(Failure) in
      try await owner.changePIN(conversation)
    }
    return "The PIN is changed. \(cost)"
  }

  /// Removes the PIN.
  func removePIN(_ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    try await access.log("pin remove", nil, conversation) { () throws(Failure) in
      try await owner.removePIN(conversation)
    }
    return "The PIN is removed; the recovery code unlocks the vault now."
  }

  /// Creates a recovery code in place of the one there is.
  func createRecoveryCode(_ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    try await access.log("recovery create", nil, conversation) { () throws(Failure) in
      try await owner.createRecoveryCode(conversation)
    }
    return "The new recovery code is in force. One that it replaces still opens the backups of its time, and with "
      + "them later ones: destroy those if somebody may have seen it."
  }

  /// Has the owner verified in another way from now on.
  func useVerification(
    _ method: VerificationMethod, _ conversation: any Conversation
  ) async throws(Failure) -> LocalizedText {
    try await access.log("verification use", nil, conversation) { () throws(Failure) in
      try await owner.use(method == .pam ? .system : .pin, conversation)
    }
    return method == .pin
      ? "The PIN unlocks the vault from now on."
      : "The system (fingerprint, password) unlocks the vault from now on; the first unlock of a session takes the PIN."
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to owner: OwnerController) {
    on(SetPIN.self) { (request, conversation) throws(Failure) in
      Acknowledgement(
        try await owner.setPIN(recovery: request.recovery, confirm: request.confirmRecovery, conversation))
    }
    on(ChangePIN.self) { (_, conversation) throws(Failure) in Acknowledgement(try await owner.changePIN(conversation)) }
    on(RemovePIN.self) { (_, conversation) throws(Failure) in Acknowledgement(try await owner.removePIN(conversation)) }
    on(CreateRecoveryCode.self) { (_, conversation) throws(Failure) in
      Acknowledgement(try await owner.createRecoveryCode(conversation))
    }
    on(UseVerification.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await owner.useVerification(request.method, conversation))
    }
  }
}
