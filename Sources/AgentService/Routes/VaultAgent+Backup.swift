internal import AgentAPI
internal import Backup
internal import CredentialStore
internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// Writes tasks, sealed texts and key slots into one file, which the recovery code alone opens again.
  func backup(to path: String, _ conversation: any Conversation) async throws(Failure) -> Reply {
    guard try await keeper.lockbox().header.slot(.recovery) != nil else { throw .noRecoveryCode }
    let owner = try await log("backup", nil, conversation) { () throws(Failure) in
      try await keeper.verifyAfresh(conversation)
    }
    guard owner.header.slot(.recovery) != nil else { throw .noRecoveryCode }
    let tasks = try await allTasks()
    let records = try await sealedRecords(of: tasks, conversation)
    let contents = BackupContents(
      createdAt: Date(), ownerHeader: owner.header.encoded(), records: records, tasks: tasks)
    do throws(BackupError) {
      let encoded = try owner.verified.withPrivateHalf { (key) throws(BackupError) in
        try BackupCodec.encode(contents, ownerPrivateKey: key)
      }
      try BackupFile.write(encoded, to: path)
    } catch { throw Failure(error) }
    return .done(
      message: "\(tasks.count) tasks are in \(path). Keep it apart from this machine; the recovery code opens it.")
  }

  /// Takes a backup into an empty vault. It may be stopped and run again: the key slots, which make a vault the owner's,
  /// are written last.
  func restore(from path: String, _ conversation: any Conversation) async throws(Failure) -> Reply {
    guard try await keeper.storedHeader() == nil else {
      throw Failure(
        .refused, "This vault has an owner already.",
        hint: "Restore into an empty one: set VAULT_DATA_DIR to a new directory, or move this one away.")
    }
    let backup: UnverifiedBackup
    do { backup = try UnverifiedBackup(try BackupFile.read(path)) } catch { throw Failure(error) }
    let locks = conversation.lockCount
    let owner = try await keeper.openBackup(backup.ownerHeader, conversation)
    try await keeper.refuseOtherOwner(owner.header)
    let contents: BackupContents
    do throws(BackupError) {
      contents = try owner.verified.withPrivateHalf { (key) throws(BackupError) in
        try backup.verified(ownerPrivateKey: key)
      }
    } catch { throw Failure(error) }
    try await refuseOtherTasks(than: contents.tasks)
    for (index, record) in contents.records.enumerated() {
      guard let name = CredentialName(record.name) else {
        throw Failure(.badData, "The backup holds an impossible name.")
      }
      try await credentials.setBytes(record.sealed, for: name)
      conversation.report(
        Progress(activity: "Restoring texts", completed: index + 1, total: contents.records.count))
    }
    for task in contents.tasks { try await take(task) }
    try await recordOwned(contents.tasks, of: owner)
    let own = try await keeper.adopt(owner)
    let advice = try await newPIN(own, conversation, unlessLockedSince: locks)
    return .done(message: "\(contents.tasks.count) tasks are restored. \(advice)")
  }

  /// Asks for a PIN for this machine. Without one the recovery code unlocks, and the restore stands all the same.
  private func newPIN(
    _ owner: OwnerKeeper.Verified, _ conversation: any Conversation, unlessLockedSince locks: UInt64
  ) async throws(Failure) -> String {
    do throws(Failure) {
      return try await keeper.replacePIN(of: owner, conversation, unlessLockedSince: locks)
    } catch {
      guard error.code == .refused else { throw error }
      return "Until you set a PIN with vault pin set, the recovery code unlocks this vault."
    }
  }

  private func sealedRecords(
    of tasks: [TodoTask], _ conversation: any Conversation
  ) async throws(Failure) -> [BackupContents.Record] {
    var records: [BackupContents.Record] = []
    let items = tasks.flatMap { task in task.sealedItems.map { (task: task.id, item: $0) } }
    for (index, entry) in items.enumerated() {
      guard let sealed = try await credentials.bytes(entry.item.name) else {
        throw Failure(
          .badData, "The sealed text of task \(entry.task) is not in the credential store.",
          hint: "See vault store check.")
      }
      records.append(BackupContents.Record(name: entry.item.name.rawValue, sealed: sealed))
      conversation.report(Progress(activity: "Reading texts", completed: index + 1, total: items.count))
    }
    return records
  }

  /// A vault with tasks of its own is not empty; those of an interrupted restore are the backup's.
  private func refuseOtherTasks(than restored: [TodoTask]) async throws(Failure) {
    let ids = Set(restored.map(\.id))
    guard try await allTasks().allSatisfy({ ids.contains($0.id) }) else {
      throw Failure(
        .refused, "This vault has tasks already.",
        hint: "Restore into an empty one: set VAULT_DATA_DIR to a new directory.")
    }
  }

  private func take(_ task: TodoTask) async throws(Failure) {
    do throws(TaskStoreError) {
      if try await tasks.task(task.id) == nil { try await tasks.create(task) } else { try await tasks.update(task) }
    } catch { throw Failure(error) }
  }
}

extension Failure {
  fileprivate static let noRecoveryCode = Failure(
    .refused, "There is no recovery code, so nothing could open the backup.",
    hint: "Make one first: vault recovery create.")
}
