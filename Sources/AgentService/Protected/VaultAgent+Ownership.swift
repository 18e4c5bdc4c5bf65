internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// Takes what was added while the vault was locked as the owner's, after the owner was verified.
  ///
  /// A task that was the owner's before and has lost its MAC is left as it is: its text was exchanged, and stays refused.
  func adoptNewRecords(of owner: OwnerKeeper.Verified) async throws(Failure) {
    let (vaultID, key) = (owner.header.vaultID, owner.key)
    let all = try await sealedTasks()
    let items = all.flatMap(\.sealedItems)
    let isMarked = items.contains { $0.seal.ownerMAC != nil }
    guard var owned = try await ownedRecords(of: vaultID, key) ?? (isMarked ? nil : OwnedRecords([])) else {
      throw Failure(
        .badData, "The list of your protected texts is missing from the credential store.",
        hint: "Somebody changed the store; restore a backup with vault restore.")
    }
    for task in all {
      let new = task.sealedItems.filter { $0.seal.ownerMAC == nil && !owned.ids.contains($0.id) }
      guard !new.isEmpty else { continue }
      try await adopt(new, in: task, of: vaultID, with: key)
      owned.ids.formUnion(new.map(\.id))
    }
    owned.ids.formIntersection(items.map(\.id))
    try await save(owned, of: vaultID, key)
  }

  /// Records all tasks that carry the owner's MAC as theirs, after a restore.
  func recordOwned(_ tasks: [TodoTask], of vaultID: UUID, _ key: SharedSecret) async throws(Failure) {
    let marked = tasks.flatMap(\.sealedItems).filter { $0.seal.ownerMAC != nil }
    try await save(OwnedRecords(Set(marked.map(\.id))), of: vaultID, key)
  }

  /// Refuses a text that was the owner's and has lost its MAC.
  func refuseDisowned(_ item: SealedItem, of vaultID: UUID, _ key: SharedSecret) async throws(Failure) {
    guard item.seal.ownerMAC == nil, let owned = try await ownedRecords(of: vaultID, key), owned.ids.contains(item.id)
    else { return }
    throw Failure(
      .badData, "The text of this task was exchanged: it lost the owner's mark.",
      hint: "Restore a backup with vault restore.")
  }

  private func adopt(
    _ items: [SealedItem], in task: TodoTask, of vaultID: UUID, with key: SharedSecret
  ) async throws(Failure) {
    var codes: [UUID: [UInt8]] = [:]
    do throws(OwnerVerificationError) {
      for item in items {
        codes[item.id] = try ProtectedRecord.ownerMAC(
          for: item.context(vaultID), digest: item.seal.digest, privateKey: key.bytes)
      }
    } catch { throw Failure(error) }
    do { try await tasks.update(task.marked(codes)) } catch { throw Failure(error) }
  }

  /// All protected tasks.
  func sealedTasks() async throws(Failure) -> [TodoTask] {
    do { return try await tasks.tasks(TaskQuery(.sealed, order: .created)) } catch { throw Failure(error) }
  }

  private func ownedRecords(of vaultID: UUID, _ key: SharedSecret) async throws(Failure) -> OwnedRecords? {
    guard let encoded = try await credentials.bytes(.ownedRecords) else { return nil }
    do { return try OwnedRecords(encoded: encoded, vaultID: vaultID, key: key) } catch { throw Failure(error) }
  }

  private func save(_ owned: OwnedRecords, of vaultID: UUID, _ key: SharedSecret) async throws(Failure) {
    let encoded: [UInt8]
    do { encoded = try owned.encoded(vaultID: vaultID, key: key) } catch { throw Failure(error) }
    guard try await credentials.bytes(.ownedRecords) != encoded else { return }
    try await credentials.setBytes(encoded, for: .ownedRecords)
  }
}
