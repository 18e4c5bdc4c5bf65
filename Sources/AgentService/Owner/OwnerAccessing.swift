internal import AgentAPI
internal import FoundationEssentials
internal import VaultModel

/// What a request may ask of the owner: within ``log(_:_:_:_:)``, all but the passphrase.
protocol OwnerAccessing: Sendable {
  /// Asks for the passphrase of the encrypted file, where that has one and it is not known yet. Before everything else that asks.
  func askForPassphrase(_ conversation: any Conversation) async throws(Failure)

  /// Carries `access` out and writes down who asked for what, whether it was granted or not. What can't be written down
  /// is not granted.
  func log<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value

  /// The same for what changes nothing, and only opens something: a lock discards that, also while its entry waits to be written. What
  /// ``log(_:_:_:_:)`` has done stands in the log as granted, whatever comes after it.
  func open<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value

  /// The owner's key, by a ticket that is good for this terminal, or by verification.
  ///
  /// - Parameter always: whether a ticket does not suffice.
  func unlocked(_ conversation: any Conversation, always: Bool) async throws(Failure) -> OwnerService.Unlock

  /// The owner's key, after a verification that nothing replaces and that earns no ticket.
  func verifyAfresh(_ conversation: any Conversation) async throws(Failure) -> OwnerService.Verified
}

extension OwnerAccessing {
  func open<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value { try await log(action, task, conversation, access) }
}
