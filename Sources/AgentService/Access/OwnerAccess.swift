internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

/// Asks the owner, and has that stand in the access log.
struct OwnerAccess: OwnerAccessing {
  let owner: OwnerService
  let accessLog: AccessLogService
  let credentials: CredentialService
  let confirmed: ConfirmedTextsService
  let recipients: RecipientCheck

  func askForPassphrase(_ conversation: any Conversation) async throws(Failure) {
    try await credentials.askForPassphrase(conversation)
  }

  func log<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let value: Value
    do throws(Failure) { value = try await access() } catch {
      try await write(action, task, conversation, refusal: error)
      throw error
    }
    do throws(Failure) { try await write(action, task, conversation, refusal: nil) } catch {
      // An unlock may be part of what was granted.
      await owner.lock(.command)
      throw error
    }
    return value
  }

  private func write(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, refusal: Failure?
  ) async throws(Failure) {
    let record = AccessRecord(action, task, by: conversation.client, refusal: refusal)
    try await TaskStoreError.asFailure(await accessLog.log.append(record))
  }

  func unlocked(_ conversation: any Conversation, always: Bool) async throws(Failure) -> OwnerService.Unlock {
    try await unlocked(conversation, always: always, everywhere: false)
  }

  /// The owner's key, by ticket or verification. After a verification the list of confirmed texts is read and proven; the texts
  /// themselves are not. An unlock opens a chapter of the access log, before anything is written down of it.
  ///
  /// - Parameter everywhere: whether the ticket that is earned is good for every terminal.
  func unlocked(
    _ conversation: any Conversation, always: Bool, everywhere: Bool
  ) async throws(Failure) -> OwnerService.Unlock {
    let unlock = try await owner.unlock(conversation, always: always, everywhere: everywhere)
    if unlock.wasVerified {
      do throws(Failure) {
        if unlock.wasLocked {
          for notice in try await accessLog.openChapter(of: unlock.owner) { credentials.notifyOwner(notice) }
        }
        try await confirmed.authenticateList(of: unlock.owner)
      } catch {
        // What is told, and logged, as refused must not leave the vault open.
        await owner.lock(.command)
        throw error
      }
      await recipients.reportTexts(forOthersThan: unlock.owner)
    }
    return unlock
  }

  func verifyAfresh(_ conversation: any Conversation) async throws(Failure) -> OwnerService.Verified {
    try await owner.verifyAfresh(conversation)
  }
}

extension OwnerAccess: EverywhereUnlocking {}
