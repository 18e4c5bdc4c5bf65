internal import AgentAPI
internal import AgentInbox
internal import LinuxSystem
internal import NotificationBoard
internal import Pictures

/// How the vault stands, and what everything stands on.
extension AgentParts {
  /// How the vault stands.
  var statusController: StatusController {
    StatusController(
      owner: owner, tasks: TaskCounter(tasks: tasks), stores: credentials, account: accountStatus, inbox: inbox,
      sources: [
        taskStoreCheck, ErasureCheck(tasks: tasks), KeySlotsCheck(owner: owner, logger: logger),
        WaitingNoticeSource(waiting: credentials.notices, settings: ignoredSettings),
        RedactionCheck(redactions: redactions), LossCheck(inbox: inbox), deregistrations, setAside,
      ])
  }

  /// What everything stands on.
  var doctorController: DoctorController {
    DoctorController(checks: [
      MemoryLockCheck(), SystemVerificationCheck(), ProcessMemoryCheck(), SessionCheck(watch: sessionWatch),
      UnknownSettingsCheck(keys: settings.unknownKeys, directory: paths.config), ignoredSettings,
      AgentLaunchCheck(environment: surroundings), PictureProgramCheck(hasProgram: pictures.hasProgram),
      CredentialStoreCheck(inspector: storeInspector), taskStoreCheck, ErasureCheck(tasks: tasks),
      KeySlotsCheck(owner: owner, logger: logger), ServerCheck(account: accountStatus, connection: inbox.sync),
      deregistrations, InboxCheck(store: inbox.store), LossCheck(inbox: inbox),
      RedactionCheck(redactions: redactions),
      NotificationCheck(desktop: notifications, bus: SessionBusAddress.ofThisProcess()), setAside,
    ])
  }

  /// What can be done about what was found.
  var remedyController: RemedyController {
    RemedyController(
      doctor: doctorController,
      ways: AgentRemedies(owner: ownerController, settings: settingsController, account: accountController))
  }

  var taskStoreCheck: TaskStoreCheck { TaskStoreCheck(tasks: tasks, files: stores.files(of: stores.kind)) }

  var accountStatus: AccountStatusReader { AccountStatusReader(login: account, connection: inbox.sync) }

  var ignoredSettings: IgnoredSettingsCheck { IgnoredSettingsCheck(policy: policy, owner: owner) }

  private var setAside: SetAsideCheck { SetAsideCheck(directories: [paths.data, paths.config, paths.state]) }

  var deregistrations: DeregistrationCheck {
    DeregistrationCheck(connection: inbox.sync, device: inbox.device, login: inbox.auth)
  }
}
