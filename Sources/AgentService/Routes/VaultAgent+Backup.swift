internal import AgentAPI
internal import Backup
internal import CredentialStore
internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import VaultModel

extension VaultAgent {
  /// Writes tasks, sealed texts and the recovery slot into one file, which the recovery code alone opens again.
  func backup(to path: String, _ conversation: any Conversation) async throws(Failure) -> Reply {
    // Before anything is asked for, or made.
    try await FileExecutor.value(of: path) { () throws(BackupError) in
      try BackupFile.refuseExisting(path)
    } failing: {
      Failure($0)
    }
    let owner = try await access.log("backup", nil, conversation) { () throws(Failure) in
      try await keeper.ownerForBackup(conversation)
    }
    let tasks = try await names.all()
    try await refuseToForgetAsking(tasks, owner)
    let records = try await sealedRecords(of: tasks, conversation)
    let contents = BackupContents(
      createdAt: Date(), ownerHeader: try await keeper.headerForBackup(of: owner), records: records, tasks: tasks)
    let bytes: [UInt8]
    do { bytes = try BackupCodec.encode(contents, deriving: owner.backupKey) } catch { throw Failure(error) }
    try await FileExecutor.value(of: path) { () throws(BackupError) in
      try BackupFile.write(bytes, to: path)
    } failing: {
      Failure($0)
    }
    for note in try await names.unconfirmedNotes(tasks) { try await conversation.tell(note) }
    return .done(
      message: "\(tasks.count) tasks are in \(path). Keep it apart from this machine; the recovery code opens it.")
  }

  /// A restored vault knows from the tasks alone which texts ask at every reveal: a row that was put back must not have one ask less there.
  private func refuseToForgetAsking(_ tasks: [TodoTask], _ owner: OwnerService.Verified) async throws(Failure) {
    for task in tasks where task.isProtected && !task.alwaysVerify {
      guard try await confirmed.asksAlways(task, owner) else { continue }
      let id = try await names.row(task).shortID
      throw Failure(
        .badData,
        "Something else has made task \(id) say that it does not ask at every reveal, and you said that it does.",
        hint: "Say it again: vault edit \(id) --always-verify")
    }
  }

  private func sealedRecords(
    of tasks: [TodoTask], _ conversation: any Conversation
  ) async throws(Failure) -> [BackupContents.Record] {
    var records: [BackupContents.Record] = []
    let items = tasks.flatMap { task in task.sealedItems.map { (task: task.id, item: $0) } }
    for (index, entry) in items.enumerated() {
      guard let sealed = try await self.records.record(entry.item.name) else {
        throw Failure(
          .badData, "The sealed text of task \(entry.task) is not in the credential store.",
          hint: "See vault store check.")
      }
      records.append(BackupContents.Record(name: entry.item.name.rawValue, sealed: sealed))
      conversation.report(Progress(activity: "Reading texts", completed: index + 1, total: items.count))
    }
    return records
  }
}

extension OwnerService.Verified {
  /// A key of a backup. The private half that it follows from stays where it is.
  func backupKey(_ purpose: String, _ salt: [UInt8]) throws(BackupError) -> SecretBytes {
    do { return try verified.secret(for: OwnerPurpose(purpose), salt: salt) } catch {
      throw BackupError(.failed, "\(error)")
    }
  }
}
