internal import AgentAPI
internal import Backup
internal import CredentialStore
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

/// Whom a backup is made for.
protocol BackupOwner: Sendable {
  /// The owner, verified afresh. Where no PIN was ever set there is none yet; then one is made whom a new recovery code opens.
  func ownerForBackup(_ conversation: any Conversation) async throws(Failure) -> OwnerService.Verified

  /// The header as a backup holds it: without the PIN slot.
  func headerForBackup(of owner: OwnerService.Verified) async throws(Failure) -> [UInt8]
}

extension OwnerService: BackupOwner {}

/// The request to write a backup.
struct BackupController: Sendable {
  let names: TaskNames
  let records: SealedRecords
  let confirmed: any ConfirmedTextsRecording
  let states: any ReminderStateStore
  let owner: any BackupOwner
  let access: any OwnerAccessing

  /// Writes tasks, sealed texts and the recovery slot into one file, which the recovery code alone opens again.
  ///
  /// - Returns: what was done, as sentences.
  func backup(to path: String, _ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    // Before anything is asked for, or made.
    try await FileExecutor.value(of: path) { () throws(BackupError) in
      try BackupFile.refuseExisting(path)
    } failing: {
      Failure($0)
    }
    let owner = try await access.log("backup", nil, conversation) { () throws(Failure) in
      try await self.owner.ownerForBackup(conversation)
    }
    let tasks = try await names.all()
    try await refuseToForgetAsking(tasks, owner)
    let sealed = try await sealedRecords(of: tasks, conversation)
    let reminders = Dictionary(
      grouping: try await TaskStoreError.asFailure(await states.reminderStates()), by: \.task
    ).mapValues { states in
      states.map { .init(subtask: $0.subtask, delivered: $0.delivered, snoozedUntil: $0.snoozedUntil) }
        as [BackupContents.Reminder]
    }
    let contents = BackupContents(
      createdAt: Date(), ownerHeader: try await self.owner.headerForBackup(of: owner), records: sealed, tasks: tasks,
      reminders: reminders)
    let bytes = try BackupError.asFailure(now: BackupCodec.encode(contents, deriving: owner.backupKey))
    try await FileExecutor.value(of: path) { () throws(BackupError) in
      try BackupFile.write(bytes, to: path)
    } failing: {
      Failure($0)
    }
    for note in try await names.unconfirmedNotes(tasks) { try await conversation.notify(note) }
    return LocalizedText(
      one: "\(tasks.count) task is in \(path). Keep it apart from this machine; the recovery code opens it.",
      other: "\(tasks.count) tasks are in \(path). Keep it apart from this machine; the recovery code opens it.",
      count: tasks.count)
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
    var found: [BackupContents.Record] = []
    let items = tasks.flatMap { task in task.sealedItems.map { (task: task.id, item: $0) } }
    for (index, entry) in items.enumerated() {
      guard let sealed = try await records.record(entry.item.name) else {
        throw Failure(
          .badData, "The sealed text of task \(entry.task) is not in the credential store.",
          hint: "See vault store check.")
      }
      found.append(BackupContents.Record(name: entry.item.name.rawValue, sealed: sealed))
      conversation.report(Progress(activity: "Reading texts", completed: index + 1, total: items.count))
    }
    return found
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to backup: BackupController) {
    on(CreateBackup.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await backup.backup(to: request.path, conversation))
    }
  }
}
