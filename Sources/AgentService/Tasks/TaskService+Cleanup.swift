internal import AgentAPI
internal import CredentialStore
internal import Localization
internal import TaskStore
internal import VaultModel

/// What a change leaves behind that has to go, and can't always go at once.
extension TaskService {
  /// Whether something is still to be erased or removed.
  func isUnfinished() async -> Bool {
    if await tasks.pendingErasureError() != nil { return true }
    return await records.hasOrphans
  }

  /// Tries again to erase stale plaintext, and to remove sealed texts that nothing refers to.
  func finish() async throws(Failure) {
    await tasks.eraseStalePlaintext()
    try await records.removeOrphans(except: usedNames)
    if let error = await tasks.pendingErasureError() { throw Failure(error) }
  }

  /// The sealed texts that tasks refer to, or changes that can be taken back.
  private func usedNames() async throws(Failure) -> Set<CredentialName> {
    do throws(TaskStoreError) {
      let operations = try await tasks.history(.max)
      let former = operations.flatMap { operation -> [TodoTask] in
        guard case .open(let changes) = operation.record else { return [] }
        return changes.flatMap { [$0.before, $0.after].compactMap { $0 } }
      }
      let sealed = try await tasks.sealed()
      return Set((sealed + former).flatMap(\.sealedItems).map(\.name))
    } catch { throw Failure(error) }
  }
}
