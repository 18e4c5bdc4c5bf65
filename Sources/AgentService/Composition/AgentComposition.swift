internal import AgentAPI
internal import AgentInbox
internal import CredentialStore
internal import DesktopSession
internal import LinuxSystem
internal import Localization
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
    let stores = try await VaultStores(settings: settings, paths: paths)
    try await Self.logExposures(of: stores, logger)
    let accessLog = try await AccessLogService(directory: paths.state, state: stores.database)
    let (events, policy) = (EventHub(), try SettingsPolicy(settings))
    let credentials = try await CredentialService(
      settings: settings, paths: paths, state: stores.database, cost: TestOverrides.slotCost(surroundings.environment))
    for notice in settings.unknownKeys.map(VaultSettings.notice) + stores.notices.map(LocalizedText.init(words:)) {
      credentials.notices.add(notice)
    }
    let texts = try OwnerTexts(credentials, stores, paths)
    let owner = OwnerService(
      directories: (paths.data, paths.state), credentials: credentials, texts: texts,
      settings: policy, system: TestOverrides.systemVerification(surroundings.environment),
      cost: TestOverrides.slotCost(surroundings.environment), accessLog: accessLog.log, events: events, logger: logger)
    for notice in policy.unreportedNotices(await owner.claimedWord()) { credentials.notifyOwner(notice) }
    let taskService = TaskService(tasks: stores.tasks, records: texts.records)
    let desktop = try await DesktopParts(paths, settings, stores, taskService, surroundings, logger)
    let hub = try ServerComposition(paths, policy, stores, credentials, owner, taskService, desktop.inbox, logger)
    let sessionWatch = SessionWatch(
      owner: owner, connection: hub.inbox.sync, configuration: TestOverrides.sessionMonitor(surroundings.environment),
      staysWithoutSession: TestOverrides.staysWithoutSession(surroundings.environment), stop: { listener.stop() },
      logger: logger)
    let confirmed = ConfirmedTextsService(texts.confirmedList, tasks: stores.tasks, logger: logger)
    let access = OwnerAccess(
      owner: owner, accessLog: accessLog, credentials: credentials, confirmed: confirmed,
      recipients: RecipientCheck(stores, texts.records, credentials.notices, logger))
    let parts = AgentParts(
      vault: try VaultIdentity(ofDirectory: paths.data), surroundings: surroundings, program: try Self.program(),
      settings: settings, policy: policy, paths: paths, stores: stores, tasks: stores.tasks, states: stores.database,
      reminders: desktop.reminders.service,
      accessLog: accessLog, credentials: credentials, records: texts.records, owner: owner, access: access,
      confirmed: confirmed, account: hub.account, inbox: hub.inbox, pictures: hub.pictures,
      redactions: hub.redactions, decisions: hub.decisions, hints: hub.hints, notifications: desktop.notifications,
      server: hub.troubleWatch,
      sessionWatch: sessionWatch, stop: { listener.stop() }, logger: logger)
    services =
      parts.services(hub, desktop.reminders, events, listener)
      + Self.search(settings, TaskSearch(tasks: stores.tasks, opener: desktop.opener) { await owner.isLocked })
  }

  /// What answers the desktop's search, where the settings have it.
  private static func search(_ settings: VaultSettings, _ search: TaskSearch) -> [any Service] {
    settings.answersDesktopSearch
      ? [SearchService(provider: SearchProvider(beside: search.opener.window.name, search))] : []
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

/// What shows something on the desktop, or leads somewhere from there.
private struct DesktopParts {
  let opener: PlaceOpener
  let notifications: NotificationDispatcher
  let reminders: ReminderNotifier
  let inbox: InboxDesktop

  init(
    _ paths: VaultPaths, _ settings: VaultSettings, _ stores: VaultStores, _ taskService: TaskService,
    _ surroundings: AgentEnvironment, _ logger: Logger
  ) async throws(Failure) {
    let environment = surroundings.environment
    opener = PlaceOpener(
      window: WindowActivator(name: WindowName.name(for: paths, environment: environment)),
      launcher: TerminalLauncher(environment: environment), logger: logger)
    notifications = await NotificationDispatcher(
      memory: RecordedNotifications(state: stores.database, logger: logger),
      desktopEntry: await opener.window.isInstalled() ? WindowName.usual : nil, logger: logger)
    reminders = try await ReminderNotifier(
      stores, taskService: taskService, notifications: notifications, settings: settings, opener: opener,
      logger: logger)
    inbox = InboxDesktop(
      notifications: notifications, opener: opener, clock: reminders.clock, quietHours: settings.quietHours,
      picturePatience: TestOverrides.picturePatience(environment))
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
