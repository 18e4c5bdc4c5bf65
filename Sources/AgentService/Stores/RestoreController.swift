internal import AgentAPI
internal import Backup
internal import CredentialStore
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

/// Whose vault this becomes by a restore.
protocol RestoringOwner: Sendable {
  /// A header in the files, unchecked; nil before the first PIN.
  func storedHeader() async throws(Failure) -> OwnerHeader?

  /// Opens the key slots of a backup with its recovery code.
  ///
  /// - Parameter path: the backup's, to name it.
  func openBackup(
    _ encoded: [UInt8], of path: String, _ conversation: any Conversation
  ) async throws(Failure) -> OwnerService.Verified

  /// Refuses the header of another owner than this vault had.
  func refuseOtherOwner(_ header: OwnerHeader) async throws(Failure)

  /// Makes this the vault of the backup's owner.
  ///
  /// - Returns: the owner, by the header of this vault.
  ///
  /// - Parameter prepare: does what has to be done before, once nobody else can become its owner.
  func adopt(
    _ owner: OwnerService.Verified, preparing prepare: @Sendable () async throws(Failure) -> Void
  ) async throws(Failure) -> OwnerService.Verified

  /// Asks the owner for a new PIN and puts it in place of the old one.
  ///
  /// - Returns: what the owner should know about it.
  func replacePIN(
    of owner: OwnerService.Verified, _ conversation: any Conversation, unlessLockedSince locks: UInt64
  ) async throws(Failure) -> LocalizedText
}

extension OwnerService: RestoringOwner {}

/// Knows after a restore which texts the owner has confirmed.
protocol ConfirmedTextsRestoring: Sendable {
  /// Records all tasks that carry the owner's MAC as confirmed.
  func recordConfirmed(_ tasks: [TodoTask], of owner: OwnerService.Verified) async throws(Failure)
}

extension ConfirmedTextsService: ConfirmedTextsRestoring {}

/// Goes on in an access log that was there before a restore.
protocol AccessLogAdopting: Sendable {
  /// Notes how far the log has come where its owner's vault was restored beside it.
  func adopt(of owner: OwnerService.Verified) async throws(Failure)
}

extension AccessLogService: AccessLogAdopting {}

/// The request to take a whole backup into an empty vault.
struct RestoreController: Sendable {
  let tasks: any TaskStore
  let states: any ReminderStateStore
  let reminders: any ReminderHolding
  let records: SealedRecords
  let confirmed: any ConfirmedTextsRestoring
  let accessLog: any AccessLogAdopting
  let owner: any RestoringOwner

  /// Takes a backup into an empty vault. It may be stopped and run again: the key slots, which make a vault the owner's,
  /// are written last.
  ///
  /// - Returns: what was done, as sentences.
  func restore(from path: String, _ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    guard try await owner.storedHeader() == nil else {
      throw Failure(
        .refused, "This vault has an owner already.",
        hint:
          "Restore into an empty one: set \(VaultPaths.variables) to new directories, move these away, or give this vault up with vault erase --everything."
      )
    }
    let backup = try await UnverifiedBackup.read(path)
    let locks = conversation.lockCount
    let verified = try await owner.openBackup(backup.ownerHeader, of: path, conversation)
    try await owner.refuseOtherOwner(verified.header)
    let contents = try backup.contents(of: path, for: verified)
    let texts = try Self.sealedTexts(of: contents)
    try await refuseOtherTasks(than: contents.tasks)
    for (index, text) in texts.enumerated() {
      try await records.restore { [text] }
      conversation.report(Progress(activity: "Restoring texts", completed: index + 1, total: texts.count))
    }
    try await store(contents)
    let own = try await owner.adopt(verified) { () async throws(Failure) in
      try await confirmed.recordConfirmed(contents.tasks, of: verified)
      try await accessLog.adopt(of: verified)
    }
    let advice = try await newPIN(own, conversation, unlessLockedSince: locks)
    let count = contents.tasks.count
    return "\(count == 1 ? "1 task is" : "\(count) tasks are") restored. \(advice)\(backup.warning)"
  }

  // MARK: Parts

  /// The sealed texts of the backup's tasks, and nothing else: a record by another name, such as the device key's, would take the
  /// place of this machine's own.
  private static func sealedTexts(of contents: BackupContents) throws(Failure) -> [NewRecord] {
    let names = Set(contents.tasks.flatMap(\.sealedItems).map(\.name))
    var texts: [NewRecord] = []
    for record in contents.records {
      guard let name = CredentialName(record.name), names.contains(name) else {
        throw Failure(
          .badData, "The backup holds a record that is not a text of its tasks.",
          hint: "Take another copy of the backup; nothing was changed.")
      }
      texts.append(NewRecord(name: name, bytes: record.sealed))
    }
    return texts
  }

  /// Asks for a PIN for this machine. Without one the recovery code unlocks, and the restore stands all the same.
  private func newPIN(
    _ own: OwnerService.Verified, _ conversation: any Conversation, unlessLockedSince locks: UInt64
  ) async throws(Failure) -> LocalizedText {
    do throws(Failure) {
      return try await owner.replacePIN(of: own, conversation, unlessLockedSince: locks)
    } catch {
      guard error.code == .refused else { throw error }
      return "Until you set a PIN with vault pin set, the recovery code unlocks this vault."
    }
  }

  /// A vault with tasks of its own is not empty; those of an interrupted restore are the backup's.
  private func refuseOtherTasks(than restored: [TodoTask]) async throws(Failure) {
    let ids = Set(restored.map(\.id))
    guard try await TaskNames(tasks: tasks).all().allSatisfy({ ids.contains($0.id) }) else {
      throw Failure(
        .refused, "This vault has tasks already.",
        hint: "Restore into an empty one: set \(VaultPaths.variables) to new directories.")
    }
  }

  /// Stores the tasks, and before them where their reminders stood: wherever this ends, none is shown once more. Meanwhile nobody
  /// reminds, nor removes what is known of the reminders of tasks that are not there yet.
  private func store(_ contents: BackupContents) async throws(Failure) {
    await reminders.hold()
    let outcome: Result<Void, TaskStoreError>
    do throws(TaskStoreError) {
      for (task, reminders) in contents.reminders {
        for reminder in reminders {
          try await states.setReminderState(
            ReminderState(
              task: task, subtask: reminder.subtask, delivered: reminder.delivered,
              snoozedUntil: reminder.snoozedUntil))
        }
      }
      for task in contents.tasks {
        if try await tasks.task(task.id) == nil { try await tasks.create(task) } else { try await tasks.update(task) }
      }
      outcome = .success(())
    } catch { outcome = .failure(error) }
    await reminders.release()
    do { try outcome.get() } catch { throw Failure(error) }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to restore: RestoreController, _ texts: RestoreTextsController) {
    on(RestoreBackup.self) { (request, conversation) throws(Failure) in
      let path = request.path
      if request.textsOnly {
        return Acknowledgement(LocalizedText(words: try await texts.restoreTexts(from: path, conversation)))
      }
      return Acknowledgement(try await restore.restore(from: path, conversation))
    }
  }
}
