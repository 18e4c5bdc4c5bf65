internal import AgentAPI
internal import CredentialStore
internal import DesktopSession
internal import LinuxSystem
internal import Logging
internal import OwnerVerification
internal import ServiceLifecycle
internal import TaskStore

/// Puts the agent's parts together: the only place that knows them all.
struct AgentComposition {
  /// What runs as long as the agent, in the order of their start; they end in the opposite order.
  let services: [any Service]

  init(
    paths: VaultPaths, settings: VaultSettings, listener: SocketListener, surroundings: AgentEnvironment,
    logger: Logger
  ) async throws(Failure) {
    let environment = surroundings.environment
    let stores = try await VaultStores(settings: settings, paths: paths)
    try await Self.tellExposures(of: stores.tasks, logger)
    let accessLog = try await AccessLogService(directory: paths.state, state: stores.database)
    let events = EventHub()
    let credentials = try await CredentialService(
      settings: settings, paths: paths, state: stores.database, cost: TestOverrides.slotCost(environment))
    for notice in settings.unknownKeys.map(VaultSettings.notice) + stores.notices { credentials.notices.add(notice) }
    let policy = try SettingsPolicy(settings)
    let texts = OwnerTexts(
      records: SealedRecords(credentials.store, state: stores.database),
      confirmedList: ConfirmedListStore(
        credentials.store, state: stores.database,
        anchor: CounterAnchorFile(ofConfirmedTextsIn: paths.state, vault: paths.data), notices: credentials.notices))
    let owner = OwnerService(
      directories: (paths.data, paths.state), credentials: credentials, texts: texts,
      settings: policy, system: TestOverrides.systemVerification(environment),
      cost: TestOverrides.slotCost(environment), accessLog: accessLog.log, events: events, logger: logger)
    for notice in policy.untold(await owner.claimedWord()) { credentials.tellOwner(notice) }
    let taskService = TaskService(tasks: stores.tasks, records: texts.records)
    let notifications = await NotificationDispatcher(records: stores.database, logger: logger)
    let launcher = TerminalLauncher(environment: environment)
    let reminders = try await ReminderNotifier(
      stores, taskService: taskService, notifications: notifications, settings: settings, launcher: launcher,
      logger: logger)
    let hub = try ServerComposition(paths, policy, stores, credentials, owner, taskService, logger)
    let sessionWatch = SessionWatch(
      owner: owner, connection: hub.inbox.sync, configuration: TestOverrides.sessionMonitor(environment),
      stop: { listener.stop() }, logger: logger)
    let confirmed = ConfirmedTextsService(texts.confirmedList, tasks: stores.tasks, logger: logger)
    let access = OwnerAccess(
      owner: owner, accessLog: accessLog, credentials: credentials, confirmed: confirmed,
      recipients: RecipientCheck(
        names: TaskNames(tasks: stores.tasks), records: texts.records, notices: credentials.notices,
        logger: logger))
    let parts = AgentParts(
      vault: try VaultIdentity(ofDirectory: paths.data), surroundings: surroundings, settings: settings,
      policy: policy, paths: paths, stores: stores,
      tasks: stores.tasks, states: stores.database, reminders: reminders.service, accessLog: accessLog,
      credentials: credentials, records: texts.records, owner: owner, access: access, confirmed: confirmed,
      account: hub.account,
      inbox: hub.inbox, pictures: hub.pictures,
      redactions: hub.redactions, decisions: hub.decisions, hints: hub.hints,
      notifications: notifications, sessionWatch: sessionWatch,
      stop: { listener.stop() }, logger: logger)
    services = [
      accessLog, hub.account, hub.inbox, sessionWatch, notifications, reminders,
      hub.notifier(on: notifications, launcher: launcher, clock: reminders.clock, quietHours: settings.quietHours),
      TaskMaintenance(taskService: taskService, clock: reminders.clock, logger: logger),
      InboxPruner(store: hub.inbox.store, retention: settings.inboxRetention, clock: reminders.clock, logger: logger),
      RedactionRetrier(redactions: hub.redactions, logger: logger),
      StartCheck(credentials: credentials, owner: owner, logger: logger),
      ListenerService(listener: listener, handler: parts.makeDispatcher(), events: events, logger: logger),
    ]
  }

  /// Says once, at the start, what others may do with the tasks; `vault doctor` says it whenever it is asked.
  private static func tellExposures(of tasks: any TaskStore, _ logger: Logger) async throws(Failure) {
    do throws(TaskStoreError) {
      for exposure in try await tasks.knownHealth().exposures {
        logger.warning("the calendar directory is not yours alone", metadata: ["finding": "\(exposure)"])
      }
    } catch { throw Failure(error) }
  }
}
