internal import AgentAPI
internal import AgentInbox
internal import CredentialStore
internal import DesktopSession
internal import LinuxSystem
internal import Logging
internal import NotificationBoard
internal import OwnerVerification
internal import ServiceLifecycle
internal import TaskStore

/// Puts the agent's parts together: the only place that knows them all.
struct AgentComposition {
  /// What runs as long as the agent, in the order of their start; they end in the opposite order.
  let services: [any Service]

  init(
    paths: VaultPaths, settings: VaultSettings, listener: SocketListener, surroundings: AgentEnvironment, logger: Logger
  ) async throws(Failure) {
    let program = try Self.program()
    let stores = try await VaultStores(settings: settings, paths: paths)
    try await Self.logExposures(of: stores, logger)
    let accessLog = try await AccessLogService(directory: paths.state, state: stores.database)
    let events = EventHub()
    let credentials = try await CredentialService(
      settings: settings, paths: paths, state: stores.database, cost: TestOverrides.slotCost(surroundings.environment))
    for notice in settings.unknownKeys.map(VaultSettings.notice) + stores.notices { credentials.notices.add(notice) }
    let policy = try SettingsPolicy(settings)
    let texts = try OwnerTexts(credentials, stores, paths)
    let owner = OwnerService(
      directories: (paths.data, paths.state), credentials: credentials, texts: texts,
      settings: policy, system: TestOverrides.systemVerification(surroundings.environment),
      cost: TestOverrides.slotCost(surroundings.environment), accessLog: accessLog.log, events: events, logger: logger)
    for notice in policy.unreportedNotices(await owner.claimedWord()) { credentials.notifyOwner(notice) }
    let taskService = TaskService(tasks: stores.tasks, records: texts.records)
    let notifications = await NotificationDispatcher(
      memory: RecordedNotifications(state: stores.database, logger: logger), logger: logger)
    let reminders = try await ReminderNotifier(
      stores, taskService: taskService, notifications: notifications, settings: settings,
      launcher: TerminalLauncher(environment: surroundings.environment), logger: logger)
    let desktop = InboxDesktop(
      notifications: notifications, launcher: TerminalLauncher(environment: surroundings.environment),
      clock: reminders.clock, quietHours: settings.quietHours,
      picturePatience: TestOverrides.picturePatience(surroundings.environment))
    let hub = try ServerComposition(paths, policy, stores, credentials, owner, taskService, desktop, logger)
    let sessionWatch = SessionWatch(
      owner: owner, connection: hub.inbox.sync, configuration: TestOverrides.sessionMonitor(surroundings.environment),
      staysWithoutSession: TestOverrides.staysWithoutSession(surroundings.environment), stop: { listener.stop() },
      logger: logger)
    let confirmed = ConfirmedTextsService(texts.confirmedList, tasks: stores.tasks, logger: logger)
    let recipients = RecipientCheck(stores, texts.records, credentials.notices, logger)
    let access = OwnerAccess(
      owner: owner, accessLog: accessLog, credentials: credentials, confirmed: confirmed, recipients: recipients)
    let parts = AgentParts(
      vault: try VaultIdentity(ofDirectory: paths.data), surroundings: surroundings, program: program,
      settings: settings, policy: policy, paths: paths, stores: stores, tasks: stores.tasks, states: stores.database,
      reminders: reminders.service,
      accessLog: accessLog, credentials: credentials, records: texts.records, owner: owner, access: access,
      confirmed: confirmed, account: hub.account, inbox: hub.inbox, pictures: hub.pictures,
      redactions: hub.redactions, decisions: hub.decisions, hints: hub.hints, notifications: notifications,
      server: hub.troubleWatch,
      sessionWatch: sessionWatch, stop: { listener.stop() }, logger: logger)
    services = parts.services(hub, reminders, events, listener)
  }

  private static func program() throws(Failure) -> ProgramFile {
    do { return try ProgramFile() } catch {
      throw Failure(.unavailable, "The agent can't find its own program: \(error).")
    }
  }

  /// Says once, at the start, what others may do with the tasks; `vault doctor` says it whenever it is asked.
  private static func logExposures(of stores: VaultStores, _ logger: Logger) async throws(Failure) {
    guard let files = stores.files(of: stores.kind) else { return }
    for exposure in try await TaskStoreError.asFailure(await stores.tasks.knownHealth()).exposures {
      logger.warning("the \(files.name) directory is not yours alone", metadata: ["finding": "\(exposure)"])
    }
  }
}

extension OwnerTexts {
  /// Where the owner's texts are: the sealed records, and the list of those that they have confirmed.
  fileprivate init(_ credentials: CredentialService, _ stores: VaultStores, _ paths: VaultPaths) throws(Failure) {
    let anchor = CounterAnchorFile(ofConfirmedTextsIn: paths.state, vault: paths.data)
    self.init(
      records: SealedRecords(credentials.store, state: stores.database),
      confirmedList: ConfirmedListStore(
        credentials.store, state: stores.database, anchor: anchor, notices: credentials.notices))
  }
}

extension AgentParts {
  /// What runs as long as the agent, in the order of its start.
  fileprivate func services(
    _ hub: ServerComposition, _ reminders: ReminderNotifier, _ events: EventHub, _ listener: SocketListener
  ) -> [any Service] {
    [
      accessLog, account, inbox, sessionWatch, ReplacementWatch(program: program, owner: owner, logger: logger),
      notifications, reminders, hub.notifier, server,
      TaskMaintenance(taskService: taskService, clock: reminders.clock, logger: logger),
      InboxPruner(store: inbox.store, retention: settings.inboxRetention, clock: reminders.clock, logger: logger),
      RedactionRetrier(redactions: redactions) { [logger] in
        logger.notice("what was redacted is erased later", metadata: ["reason": "\(LogReason($0))"])
      },
      hub.nicknames,
      FeedbackFetcher(hints: hints, inbox: inbox, logger: logger),
      OpeningCheck(stores: stores, notices: credentials.notices, logger: logger),
      StartCheck(credentials: credentials, owner: owner, logger: logger),
      ListenerService(listener: listener, handler: makeDispatcher(), events: events, logger: logger),
    ]
  }
}

extension RecipientCheck {
  /// Looks at the tasks of these stores.
  fileprivate init(_ stores: VaultStores, _ records: SealedRecords, _ notices: NoticeQueue, _ logger: Logger) {
    self.init(names: TaskNames(tasks: stores.tasks), records: records, notices: notices, logger: logger)
  }
}
