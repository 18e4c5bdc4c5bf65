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
    do throws(LogObstacle) { return try await granted(action, task, conversation, access) } catch {
      switch error {
      case .refused(let refusal):
        let record = AccessRecord(action, task, by: conversation.client, refusal: refusal)
        try await TaskStoreError.asFailure(await accessLog.log.append(record))
        throw refusal
      case .notWritten(let failure):
        // An unlock may be part of what was granted.
        await owner.lock(.command)
        throw failure
      }
    }
  }

  /// Does what is asked, and writes down that it was granted. A lock while that waits for its turn takes it back: nothing that was opened
  /// is held any longer than the record before it takes.
  private func granted<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(LogObstacle) -> Value {
    let value: Value
    do throws(Failure) { value = try await access() } catch { throw .refused(error) }
    let locks = conversation.lockCount
    let record = AccessRecord(action, task, by: conversation.client, refusal: nil)
    let isWritten: Bool
    do throws(TaskStoreError) {
      isWritten = try await accessLog.log.append(record) { conversation.lockCount == locks }
    } catch { throw .notWritten(Failure(error)) }
    guard isWritten else { throw .refused(.lockedMeanwhile) }
    return value
  }

  /// Why something that was asked for is not given.
  private enum LogObstacle: Error {
    case refused(Failure)
    case notWritten(Failure)
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
