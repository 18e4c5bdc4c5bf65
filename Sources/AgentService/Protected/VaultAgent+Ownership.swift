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
    let all = try await sealedTasks()
    let items = all.flatMap(\.sealedItems)
    let isMarked = try Self.isMarked(items, owner)
    let recorded = try await ownedRecords(of: owner)
    guard var owned = recorded ?? (isMarked ? nil : OwnedRecords([])) else {
      throw Failure(
        .badData, "The list of your protected texts is missing from the credential store.",
        hint: "Somebody changed the store; restore a backup with vault restore.")
    }
    // Before the first mark: an end in between must not look like a list that was taken away.
    if recorded == nil { try await save(owned, of: owner) }
    let new = items.filter { $0.seal.ownerMAC == nil && !owned.ids.contains($0.id) }
    owned.ids.formUnion(try await adopt(new, in: all, of: owner))
    owned.ids.formIntersection(items.map(\.id))
    try await save(owned, of: owner)
  }

  /// Whether one of them carries the owner's MAC. What somebody else wrote in its place must not keep the owner out.
  private static func isMarked(
    _ items: [SealedItem], _ owner: OwnerKeeper.Verified
  ) throws(Failure) -> Bool {
    let vaultID = owner.header.vaultID
    do throws(OwnerVerificationError) {
      for item in items {
        guard let code = item.seal.ownerMAC else { continue }
        if try ProtectedRecord.isOwnerMAC(
          code, for: item.context(vaultID), digest: item.seal.digest, by: owner.verified)
        {
          return true
        }
      }
      return false
    } catch { throw Failure(error) }
  }

  /// Records all tasks that carry the owner's MAC as theirs, after a restore.
  func recordOwned(_ tasks: [TodoTask], of owner: OwnerKeeper.Verified) async throws(Failure) {
    let marked = tasks.flatMap(\.sealedItems).filter { $0.seal.ownerMAC != nil }
    try await save(OwnedRecords(Set(marked.map(\.id))), of: owner)
  }

  /// Refuses a text that was the owner's and has lost its MAC.
  func refuseDisowned(_ item: SealedItem, of owner: OwnerKeeper.Verified) async throws(Failure) {
    guard item.seal.ownerMAC == nil, let owned = try await ownedRecords(of: owner), owned.ids.contains(item.id)
    else { return }
    throw Failure(
      .badData, "The text of this task was exchanged: it lost the owner's mark.",
      hint: "Restore a backup with vault restore.")
  }

  /// Marks the items as the owner's, in one write: hundreds may have been added since the last unlock.
  ///
  /// - Returns: those whose task is still as it was; the others are left to the next unlock.
  private func adopt(
    _ items: [SealedItem], in all: [TodoTask], of owner: OwnerKeeper.Verified
  ) async throws(Failure) -> [UUID] {
    guard !items.isEmpty else { return [] }
    let vaultID = owner.header.vaultID
    var codes: [UUID: [UInt8]] = [:]
    do throws(OwnerVerificationError) {
      for item in items {
        codes[item.id] = try ProtectedRecord.ownerMAC(
          for: item.context(vaultID), digest: item.seal.digest, by: owner.verified)
      }
    } catch { throw Failure(error) }
    do throws(TaskStoreError) {
      let changed = all.filter { $0.sealedItems.contains { codes[$0.id] != nil } }
      // Read again: what was done to a task meanwhile must not be undone by this.
      let current = try await tasks.tasks(changed.map(\.id))
      let same = changed.compactMap { task in current[task.id].flatMap { $0.sealedItems == task.sealedItems ? $0 : nil }
      }
      try await tasks.update(same.map { $0.marked(codes) })
      return same.flatMap(\.sealedItems).map(\.id).filter { codes[$0] != nil }
    } catch {
      // One has just been deleted.
      guard error.code != .notFound else { return [] }
      throw Failure(error)
    }
  }

  /// Takes items off the list whose texts the owner has just opened for good, so that they can be sealed again.
  func disown(_ items: [SealedItem], of owner: OwnerKeeper.Verified) async throws(Failure) {
    guard var owned = try await ownedRecords(of: owner) else { return }
    owned.ids.subtract(items.map(\.id))
    try await save(owned, of: owner)
  }

  /// Whether one of the ids stands on the list, which can be read without the owner's key, but not proven.
  func isOwned(_ ids: [UUID]) async throws(Failure) -> Bool {
    guard let encoded = try await credentials.bytes(.ownedRecords) else { return false }
    return !OwnedRecords.claimedIDs(encoded).isDisjoint(with: ids)
  }

  /// All protected tasks.
  func sealedTasks() async throws(Failure) -> [TodoTask] {
    do { return try await tasks.tasks(TaskQuery(.sealed, order: .created)) } catch { throw Failure(error) }
  }

  private func ownedRecords(of owner: OwnerKeeper.Verified) async throws(Failure) -> OwnedRecords? {
    guard let encoded = try await credentials.bytes(.ownedRecords) else { return nil }
    do { return try OwnedRecords(encoded: encoded, by: owner.verified) } catch { throw Failure(error) }
  }

  private func save(_ owned: OwnedRecords, of owner: OwnerKeeper.Verified) async throws(Failure) {
    let encoded: [UInt8]
    do { encoded = try owned.encoded(by: owner.verified) } catch { throw Failure(error) }
    guard try await credentials.bytes(.ownedRecords) != encoded else { return }
    try await credentials.setBytes(encoded, for: .ownedRecords)
  }
}
