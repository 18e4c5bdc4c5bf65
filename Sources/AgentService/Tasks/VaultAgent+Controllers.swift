internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// What commands share with notifications and the clock.
  var work: TaskService { TaskService(tasks: tasks, records: records) }

  /// The sealed texts.
  var records: SealedRecords { credentials.records }

  /// Which tasks a person means.
  var names: TaskNames { TaskNames(tasks: tasks) }

  /// Changes of tasks.
  var edits: TaskEdits { TaskEdits(tasks) }

  /// Requests about reminders.
  var reminderController: ReminderController { ReminderController(tasks: tasks, ledger: ledger, edits: edits) }

  /// Requests about tasks.
  var taskController: TaskController { TaskController(tasks: tasks, edits: edits, completion: work, access: access) }

  /// Requests about what was done.
  var historyController: HistoryController {
    HistoryController(tasks: tasks, edits: edits, records: records, access: access, confirmed: confirmed)
  }

  /// The request to move the tasks.
  var migrationController: MigrationController { MigrationController(stores: room) }

  /// Which credential store there is.
  private var storeInspector: CredentialStoreInspector {
    CredentialStoreInspector(
      selection: credentials, file: credentials.file, keyring: credentials.keyring,
      configured: settings.credentialStore)
  }

  /// What finds lost texts.
  private var lostTexts: LostTextFinder { LostTextFinder(names: names, records: records) }

  /// Requests about the credential store.
  var credentialStoreController: CredentialStoreController {
    CredentialStoreController(
      inspector: storeInspector, lostTexts: lostTexts, stores: credentials, owner: keeper, access: access)
  }

  /// The request to write a backup.
  var backupController: BackupController {
    BackupController(names: names, records: records, confirmed: confirmed, owner: keeper, access: access)
  }

  /// The request to take a whole backup in.
  var restoreController: RestoreController {
    RestoreController(tasks: tasks, records: records, confirmed: confirmed, accessLog: book, owner: keeper)
  }

  /// The request to give tasks their lost texts back.
  var restoreTextsController: RestoreTextsController {
    RestoreTextsController(lostTexts: lostTexts, records: records, owner: keeper, access: access)
  }

  /// What opens texts.
  var opener: TextOpener { TextOpener(records: records, confirmed: confirmed) }

  /// What seals texts.
  var sealing: TextSealing {
    TextSealing(owner: keeper, access: access, confirmed: confirmed, names: names, records: records)
  }

  /// Requests about subtasks.
  var subtaskController: SubtaskController {
    SubtaskController(edits: edits, sealing: sealing, records: records, confirmed: confirmed)
  }

  /// Requests that give a task a protected text.
  var protectedTaskController: ProtectedTaskController {
    ProtectedTaskController(edits: edits, sealing: sealing, records: records, confirmed: confirmed)
  }

  /// The request to show protected texts.
  var revealController: RevealController {
    RevealController(names: names, access: access, confirmed: confirmed, opener: opener, owner: keeper)
  }

  /// The request to protect ordinary tasks.
  var protectController: ProtectController {
    ProtectController(
      tasks: tasks, edits: edits, sealing: sealing, records: records, confirmed: confirmed, inbox: redactions)
  }

  /// The request to take protection away.
  var unprotectController: UnprotectController {
    UnprotectController(
      log: tasks, keepsCalendarFiles: room.kind == .icalendar, edits: edits, access: access, confirmed: confirmed,
      opener: opener)
  }

  /// The request that texts ask at every reveal, or no more.
  var alwaysVerifyController: AlwaysVerifyController {
    AlwaysVerifyController(edits: edits, access: access, confirmed: confirmed, opener: opener, records: records)
  }

  /// The request to write tasks out.
  var exportController: ExportController {
    ExportController(tasks: tasks, names: names, access: access, opener: opener)
  }

  /// The request to take tasks in.
  var importController: ImportController {
    ImportController(tasks: tasks, edits: edits, sealing: sealing, records: records, confirmed: confirmed)
  }

  /// How the vault stands.
  var statusController: StatusController {
    StatusController(
      owner: keeper, tasks: TaskCounter(tasks: tasks), stores: credentials, account: accountStatus, inbox: inbox,
      sources: [
        TaskStoreCheck(tasks: tasks), ErasureCheck(tasks: tasks), KeySlotsCheck(owner: keeper, logger: logger),
        WaitingNoticeSource(waiting: credentials.notices, settings: ignoredSettings),
        RedactionCheck(redactions: redactions), LossCheck(inbox: inbox), deregistrations,
      ])
  }

  /// What everything stands on.
  var doctorController: DoctorController {
    DoctorController(checks: [
      MemoryLockCheck(), SystemVerificationCheck(), ProcessMemoryCheck(), SessionCheck(watch: watch),
      UnknownSettingsCheck(keys: settings.unknownKeys, directory: paths.config), ignoredSettings,
      AgentLaunchCheck(environment: surroundings), PictureProgramCheck(hasProgram: pictures.hasProgram),
      CredentialStoreCheck(inspector: storeInspector), TaskStoreCheck(tasks: tasks), ErasureCheck(tasks: tasks),
      KeySlotsCheck(owner: keeper, logger: logger), ServerCheck(account: accountStatus, connection: inbox.sync),
      deregistrations, InboxCheck(store: inbox.store), LossCheck(inbox: inbox),
      RedactionCheck(redactions: redactions), NotificationCheck(desktop: board),
    ])
  }

  private var accountStatus: AccountStatusReader { AccountStatusReader(login: account, connection: inbox.sync) }

  private var ignoredSettings: IgnoredSettingsCheck { IgnoredSettingsCheck(policy: guarded, owner: keeper) }

  private var deregistrations: DeregistrationCheck {
    DeregistrationCheck(connection: inbox.sync, device: inbox.device, login: inbox.auth)
  }

  /// Requests about PIN, recovery code and verification.
  var ownerController: OwnerController { OwnerController(owner: keeper, access: access) }

  /// Requests to unlock and to lock.
  var lockController: LockController { LockController(owner: keeper, access: access) }

  /// Requests about the access log.
  var accessLogController: AccessLogController { AccessLogController(log: book, access: access) }

  /// Requests about settings that weaken a guard.
  var settingsController: SettingsController {
    SettingsController(policy: guarded, owner: keeper, access: access)
  }
}
