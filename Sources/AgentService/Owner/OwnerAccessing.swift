internal import AgentAPI
internal import FoundationEssentials
internal import VaultModel

/// What a request may ask of the owner. What it does with the answer stands in the access log before anybody is shown anything.
protocol OwnerAccessing: Sendable {
  /// Asks for the passphrase of the encrypted file, where that has one and it is not known yet. Before everything else that asks.
  func askForPassphrase(_ conversation: any Conversation) async throws(Failure)

  /// Carries `access` out and writes down who asked for what, whether it was granted or not. What can't be written down
  /// is not granted.
  func log<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value

  /// The owner's key, by ticket or verification.
  ///
  /// - Parameters:
  ///   - always: whether a ticket does not suffice.
  ///   - everywhere: whether the ticket that is earned is good for every terminal.
  func unlocked(
    _ conversation: any Conversation, always: Bool, everywhere: Bool
  ) async throws(Failure) -> OwnerKeeper.Unlock

  /// The owner's key, after a verification that nothing replaces and that earns no ticket.
  func verifyAfresh(_ conversation: any Conversation) async throws(Failure) -> OwnerKeeper.Verified
}

extension OwnerAccessing {
  /// The owner's key, by a ticket for this terminal or verification.
  func unlocked(_ conversation: any Conversation, always: Bool) async throws(Failure) -> OwnerKeeper.Unlock {
    try await unlocked(conversation, always: always, everywhere: false)
  }
}

/// What the owner's list says of texts: which ask at every reveal, and which were confirmed.
protocol ConfirmedTextsKeeping: Sendable {
  /// Whether one of a task's texts asks at every reveal: by its row, or by the list, which a row of former times does not change.
  func asksAlways(_ task: TodoTask, _ owner: OwnerKeeper.Verified) async throws(Failure) -> Bool

  /// Notes on the list which texts ask at every reveal, confirmed or not. Only an owner who was verified for it takes one off again.
  ///
  /// - Parameter wasAsked: whether they were. Where it can't be noted, a text asks more often than it should, or does not notice a row of
  ///   before it asked.
  func noteAsking(_ tasks: [TodoTask], by owner: OwnerKeeper.Verified?, wasAsked: Bool) async

  /// Takes items off the list whose texts the owner has opened for good, or brought back as they were before they were confirmed.
  func disown(_ items: [SealedItem], of owner: OwnerKeeper.Verified) async throws(Failure)
}

extension VaultAgent: OwnerAccessing, ConfirmedTextsKeeping {
  func askForPassphrase(_ conversation: any Conversation) async throws(Failure) {
    try await credentials.askForPassphrase(conversation)
  }

  func verifyAfresh(_ conversation: any Conversation) async throws(Failure) -> OwnerKeeper.Verified {
    try await keeper.verifyAfresh(conversation)
  }
}
