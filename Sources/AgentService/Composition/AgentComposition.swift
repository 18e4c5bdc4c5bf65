internal import AgentAPI
internal import CredentialStore
internal import DesktopSession
internal import LinuxSystem
internal import Logging
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
    let room = try await VaultStores(settings: settings, paths: paths)
    try await Self.tellExposures(of: room.tasks, logger)
    let book = try await AccessLogService(directory: paths.state, state: room.database)
    let events = EventHub()
    let credentials = try await CredentialService(
      settings: settings, paths: paths, state: room.database, price: TestOverrides.slotPrice(environment))
    for notice in settings.unknownKeys.map(VaultSettings.notice) + room.notices { credentials.notices.add(notice) }
    let guarded = try SettingsPolicy(settings)
    let keeper = OwnerService(
      directories: (paths.data, paths.state), credentials: credentials,
      settings: guarded, system: TestOverrides.systemVerification(environment),
      price: TestOverrides.slotPrice(environment), accessLog: book.log, events: events, logger: logger)
    for notice in guarded.untold(await keeper.claimedWord()) { credentials.tellOwner(notice) }
    let work = TaskService(tasks: room.tasks, records: credentials.records)
    let board = await NotificationDispatcher(records: room.database, logger: logger)
    let launcher = TerminalLauncher(environment: environment)
    let reminders = try await ReminderNotifier(
      room, work: work, board: board, settings: settings, launcher: launcher, logger: logger)
    let hub = try ServerComposition(paths, guarded, room, credentials, keeper, work, logger)
    let watch = SessionWatch(
      keeper: keeper, connection: hub.inbox.sync, configuration: TestOverrides.sessionMonitor(environment),
      stop: { listener.stop() }, logger: logger)
    let confirmed = ConfirmedTextsService(credentials.confirmedList, tasks: room.tasks, logger: logger)
    let access = OwnerAccess(
      owner: keeper, accessLog: book, credentials: credentials, confirmed: confirmed,
      recipients: RecipientCheck(
        names: TaskNames(tasks: room.tasks), records: credentials.records, notices: credentials.notices, logger: logger)
    )
    let parts = AgentParts(
      vault: try VaultIdentity(ofDirectory: paths.data), surroundings: surroundings, settings: settings,
      guarded: guarded, paths: paths, room: room,
      tasks: room.tasks, ledger: room.database, reminders: reminders.service, book: book,
      credentials: credentials, keeper: keeper, access: access, confirmed: confirmed, account: hub.account,
      inbox: hub.inbox, pictures: hub.pictures,
      redactions: hub.redactions, decisions: hub.decisions, hints: hub.hints, board: board, watch: watch,
      stop: { listener.stop() }, logger: logger)
    services = [
      book, hub.account, hub.inbox, watch, board, reminders,
      hub.notifier(on: board, launcher: launcher, clock: reminders.clock, quietHours: settings.quietHours),
      TaskMaintenance(work: work, clock: reminders.clock, logger: logger),
      InboxPruner(store: hub.inbox.store, retention: settings.inboxRetention, clock: reminders.clock, logger: logger),
      RedactionRetrier(redactions: hub.redactions, logger: logger),
      StartCheck(credentials: credentials, keeper: keeper, logger: logger),
      ListenerService(listener: listener, handler: parts.dispatcher, events: events, logger: logger),
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
