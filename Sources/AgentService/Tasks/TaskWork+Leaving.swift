internal import AgentAPI
internal import CredentialStore
internal import TaskStore
internal import VaultModel

/// Removes sealed texts from the credential store.
protocol SealedRecordRemoving: Sendable {
  /// Removes sealed texts that nothing refers to any more. Those that can't be removed now are removed later.
  ///
  /// - Returns: why some are still there; nil when none is.
  func letGo(_ names: [CredentialName]) async -> Failure?
}

extension TaskWork: SealedRecordRemoving {}

/// What a change leaves behind that has to go, and can't always go at once.
extension TaskWork {
  /// Removes sealed texts that nothing refers to any more. Those that can't be removed now are removed later.
  ///
  /// - Returns: why some are still there; nil when none is.
  func letGo(_ names: [CredentialName]) async -> Failure? {
    var reason: Failure?
    var left: [LeftRecord] = []
    await credentials.sealing.take()
    defer { credentials.sealing.give() }
    for name in names {
      do throws(Failure) {
        guard let bytes = try await credentials.bytes(name) else { continue }
        left.append(LeftRecord(name, bytes))
        try await credentials.remove(name)
        left.removeLast()
      } catch { reason = error }
    }
    if !left.isEmpty { await credentials.left.add(left) }
    return reason
  }

  /// Whether something is still to be erased or removed.
  func isUnfinished() async -> Bool {
    if await tasks.dueErasure() != nil { return true }
    do throws(Failure) { return try await !credentials.left.all().isEmpty } catch { return false }
  }

  /// Tries again to erase former texts, and to remove sealed ones that were let go.
  func finish() async throws(Failure) {
    await tasks.eraseFormerTexts()
    try await removeLeft()
    if let error = await tasks.dueErasure() { throw Failure(error) }
  }

  private func removeLeft() async throws(Failure) {
    await credentials.sealing.take()
    defer { credentials.sealing.give() }
    let records = try await credentials.left.all()
    guard !records.isEmpty else { return }
    let used = try await usedNames()
    for record in records {
      guard let name = CredentialName(record.name), !used.contains(name), let bytes = try await credentials.bytes(name),
        record.isSame(as: bytes)
      else { continue }
      try await credentials.remove(name)
    }
    try await credentials.left.replace(with: [])
  }

  /// The sealed texts that tasks refer to, or changes that can be taken back.
  private func usedNames() async throws(Failure) -> Set<CredentialName> {
    do throws(TaskStoreError) {
      let operations = try await tasks.history(.max)
      let former = operations.flatMap { operation -> [TodoTask] in
        guard case .open(let changes) = operation.record else { return [] }
        return changes.flatMap { [$0.before, $0.after].compactMap { $0 } }
      }
      let sealed = try await tasks.tasks(TaskQuery(.sealed, order: .created))
      return Set((sealed + former).flatMap(\.sealedItems).map(\.name))
    } catch { throw Failure(error) }
  }
}
