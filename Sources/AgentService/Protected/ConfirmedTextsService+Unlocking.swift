internal import AgentAPI
internal import VaultModel

extension ConfirmedTextsService {
  /// Unlocks for the text of a task, and asks once more where the list says that it asks at every reveal.
  ///
  /// - Returns: the task as it is now, since the unlock may have confirmed what was shown before.
  func unlock(
    _ named: NamedTask, by access: any OwnerAccessing, _ names: TaskNames, _ conversation: any Conversation
  ) async throws(Failure) -> (task: TodoTask, unlock: OwnerService.Unlock) {
    var unlock = try await access.unlocked(conversation, always: named.task.alwaysVerify)
    let isMarked = named.task.sealedItems.allSatisfy(\.seal.hasOwnerMAC)
    let task = isMarked ? named.task : try await names.current(named.task)
    if !unlock.wasVerified, try await asksAlways(task, unlock.owner) {
      unlock = try await access.unlocked(conversation, always: true)
    }
    return (task, unlock)
  }
}
