internal import AgentAPI
internal import Backup
internal import CredentialStore
internal import FoundationEssentials
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// Takes a backup into an empty vault. It may be stopped and run again: the key slots, which make a vault the owner's,
  /// are written last.
  func restore(from path: String, _ conversation: any Conversation) async throws(Failure) -> Reply {
    guard try await keeper.storedHeader() == nil else {
      throw Failure(
        .refused, "This vault has an owner already.",
        hint: "Restore into an empty one: set VAULT_DATA_DIR to a new directory, or move this one away.")
    }
    let backup = try await Self.readBackup(path)
    let locks = conversation.lockCount
    let owner = try await keeper.openBackup(backup.ownerHeader, of: path, conversation)
    try await keeper.refuseOtherOwner(owner.header)
    let contents = try Self.contents(of: backup, path, for: owner)
    let texts = try Self.sealedTexts(of: contents)
    try await refuseOtherTasks(than: contents.tasks)
    for (index, text) in texts.enumerated() {
      try await records.restore { [NewRecord(name: text.name, bytes: text.sealed)] }
      conversation.report(Progress(activity: "Restoring texts", completed: index + 1, total: texts.count))
    }
    for task in contents.tasks { try await take(task) }
    try await confirmed.recordConfirmed(contents.tasks, of: owner)
    try await book.adopt(of: owner)
    let own = try await keeper.adopt(owner)
    let advice = try await newPIN(own, conversation, unlessLockedSince: locks)
    return .done(message: "\(contents.tasks.count) tasks are restored. \(advice)" + Self.warning(of: backup))
  }

  // MARK: Parts

  /// Reads a file that says it is a backup; nobody has proven yet whose.
  static func readBackup(_ path: String) async throws(Failure) -> UnverifiedBackup {
    try await FileExecutor.value(of: path) { () throws(BackupError) in
      try UnverifiedBackup(try BackupFile.read(path))
    } failing: {
      Failure($0, reading: path)
    }
  }

  /// What the owner put into a backup.
  static func contents(
    of backup: UnverifiedBackup, _ path: String, for owner: OwnerService.Verified
  ) throws(Failure) -> BackupContents {
    do { return try backup.verified(deriving: owner.backupKey) } catch { throw Failure(error, reading: path) }
  }

  /// What is to be said of a backup besides.
  static func warning(of backup: UnverifiedBackup) -> String {
    guard backup.isReadable else { return "" }
    return
      " That backup was made by an older version, and whoever has it reads its tasks: make a new one with vault backup, "
      + "then destroy it."
  }

  /// The sealed texts of the backup's tasks, and nothing else: a record by another name, such as the device key's, would take the
  /// place of this machine's own.
  private static func sealedTexts(
    of contents: BackupContents
  ) throws(Failure) -> [(name: CredentialName, sealed: [UInt8])] {
    let names = Set(contents.tasks.flatMap(\.sealedItems).map(\.name))
    var texts: [(name: CredentialName, sealed: [UInt8])] = []
    for record in contents.records {
      guard let name = CredentialName(record.name), names.contains(name) else {
        throw Failure(
          .badData, "The backup holds a record that is no text of its tasks.",
          hint: "Take another copy of the backup; nothing was changed.")
      }
      texts.append((name, record.sealed))
    }
    return texts
  }

  /// Asks for a PIN for this machine. Without one the recovery code unlocks, and the restore stands all the same.
  private func newPIN(
    _ owner: OwnerService.Verified, _ conversation: any Conversation, unlessLockedSince locks: UInt64
  ) async throws(Failure) -> String {
    do throws(Failure) {
      return try await keeper.replacePIN(of: owner, conversation, unlessLockedSince: locks)
    } catch {
      guard error.code == .refused else { throw error }
      return "Until you set a PIN with vault pin set, the recovery code unlocks this vault."
    }
  }

  /// A vault with tasks of its own is not empty; those of an interrupted restore are the backup's.
  private func refuseOtherTasks(than restored: [TodoTask]) async throws(Failure) {
    let ids = Set(restored.map(\.id))
    guard try await names.all().allSatisfy({ ids.contains($0.id) }) else {
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
