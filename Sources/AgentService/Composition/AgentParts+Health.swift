internal import AgentAPI

/// How the vault stands, and what everything stands on.
extension AgentParts {
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

  var accountStatus: AccountStatusReader { AccountStatusReader(login: account, connection: inbox.sync) }

  var ignoredSettings: IgnoredSettingsCheck { IgnoredSettingsCheck(policy: guarded, owner: keeper) }

  var deregistrations: DeregistrationCheck {
    DeregistrationCheck(connection: inbox.sync, device: inbox.device, login: inbox.auth)
  }
}
