internal import AgentAPI
internal import FoundationEssentials
internal import Localization
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
    try await recorded(action, task, conversation, access) { true }
  }

  func open<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let locks = conversation.lockCount
    return try await recorded(action, task, conversation, access) { conversation.lockCount == locks }
  }

  private func recorded<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value,
    ifStill isWanted: @Sendable () -> Bool
  ) async throws(Failure) -> Value {
    func record(_ refusal: Failure?) -> AccessRecord {
      AccessRecord(action, task, by: conversation.client, refusal: refusal)
    }
    do throws(LogObstacle) { return try await granted({ record(nil) }, access, ifStill: isWanted) } catch {
      switch error {
      case .refused(let refusal):
        try await TaskStoreError.asFailure(await accessLog.log.append(record(refusal)))
        throw refusal
      case .notWritten(let failure):
        // An unlock may be part of what was granted.
        await owner.lock(.command)
        throw failure
      }
    }
  }

  /// Does what is asked, and writes down that it was granted. What is not wanted any more when it is the entry's turn is held no longer:
  /// the entry says then that it was refused.
  private func granted<Value: Sendable>(
    _ record: () -> AccessRecord, _ access: () async throws(Failure) -> Value, ifStill isWanted: @Sendable () -> Bool
  ) async throws(LogObstacle) -> Value {
    let value: Value
    do throws(Failure) { value = try await access() } catch { throw .refused(error) }
    let isWritten: Bool
    do throws(TaskStoreError) { isWritten = try await accessLog.log.append(record(), ifStill: isWanted) } catch {
      throw .notWritten(Failure(error))
    }
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
