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
    let all = try await allTasks().filter(\.isProtected)
    let marked = Set(all.filter { $0.seal?.ownerMAC != nil }.map(\.id))
    guard var owned = try await ownedRecords(of: vaultID, key) ?? (marked.isEmpty ? OwnedRecords([]) : nil) else {
      throw Failure(
        .badData, "The list of your protected texts is missing from the credential store.",
        hint: "Somebody changed the store; restore a backup with vault restore.")
    }
    for task in all where task.seal?.ownerMAC == nil && !owned.ids.contains(task.id) {
      try await adopt(task, of: vaultID, with: key)
      owned.ids.insert(task.id)
    }
    owned.ids.formIntersection(all.map(\.id))
    try await save(owned, of: vaultID, key)
  }

  /// Records all tasks that carry the owner's MAC as theirs, after a restore.
  func recordOwned(_ tasks: [TodoTask], of vaultID: UUID, _ key: SharedSecret) async throws(Failure) {
    try await save(OwnedRecords(Set(tasks.filter { $0.seal?.ownerMAC != nil }.map(\.id))), of: vaultID, key)
  }

  /// Refuses a task that was the owner's and has lost its MAC.
  func refuseDisowned(_ task: TodoTask, of vaultID: UUID, _ key: SharedSecret) async throws(Failure) {
    guard task.seal?.ownerMAC == nil, let owned = try await ownedRecords(of: vaultID, key), owned.ids.contains(task.id)
    else { return }
    throw Failure(
      .badData, "The text of this task was exchanged: it lost the owner's mark.",
      hint: "Restore a backup with vault restore.")
  }

  private func adopt(_ task: TodoTask, of vaultID: UUID, with key: SharedSecret) async throws(Failure) {
    guard let seal = task.seal else { return }
    var owned = task
    let context = ProtectedRecord.Context(
      vaultID: vaultID, itemID: task.id, version: seal.version, alwaysVerify: task.alwaysVerify)
    do throws(OwnerVerificationError) {
      owned.seal?.ownerMAC = try ProtectedRecord.ownerMAC(for: context, digest: seal.digest, privateKey: key.bytes)
    } catch { throw Failure(error) }
    do { try await tasks.update(owned) } catch { throw Failure(error) }
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
