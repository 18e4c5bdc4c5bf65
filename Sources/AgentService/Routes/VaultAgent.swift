internal import AgentAPI
internal import FoundationEssentials
internal import Logging
internal import OwnerVerification
internal import Reminders
internal import TaskStore
internal import VaultModel

/// Everything the agent looks after, and the one place where its parts meet: each request has a route here.
struct VaultAgent: RequestHandler {
  let vault: VaultIdentity
  let surroundings: AgentEnvironment
  let settings: VaultSettings
  let guarded: SettingsPolicy
  let paths: VaultPaths
  let room: VaultStores
  let tasks: any TaskStore
  let ledger: any ReminderStateStore
  let reminders: ReminderService
  let book: AccessLogService
  let credentials: CredentialService
  let keeper: OwnerService
  let access: OwnerAccess
  let confirmed: ConfirmedTextsService
  let account: AccountService
  let inbox: InboxService
  let pictures: PictureService
  let redactions: InboxRedactionService
  let decisions: InboxDecisionService
  let hints: HintFetcher
  let board: NotificationDispatcher
  let watch: SessionWatch
  let stop: @Sendable () -> Void
  let logger: Logger
  private let large = LargeRequestLimiter()

  func handle(_ request: Request, _ conversation: any Conversation) async throws(Failure) -> Reply {
    if request.needsCredentials { try await credentials.askForPassphrase(conversation) }
    let reply = try await answer(request, conversation)
    // Whoever ends the agent waits for its end, and answers nothing more.
    guard request != .stop else { return reply }
    await tellNotices(conversation)
    await tellReminders(conversation)
    return reply
  }

  /// Tells what came due while no desktop could show it.
  private func tellReminders(_ conversation: any Conversation) async {
    for notice in await reminders.untold() {
      // Whoever left before it was told hears nothing of this; the next client does.
      do { try await conversation.tell("\(notice.title): \(notice.detail)") } catch { return }
      await reminders.markTold([notice])
    }
  }

  private func tellNotices(_ conversation: any Conversation) async {
    for notice in credentials.notices.show(to: conversation.number) {
      // Whoever left before it was told hears nothing of this; the next client does.
      do { try await conversation.tell(notice) } catch { credentials.tellOwner(notice) }
    }
    // Whose it is costs a look at the key slots.
    guard !credentials.notices.waitingForOwner.isEmpty, !conversation.hasEnded, await keeper.isOwners(conversation)
    else { return }
    credentials.notices.settle(with: conversation.number)
  }

  private func answer(_ request: Request, _ conversation: any Conversation) async throws(Failure) -> Reply {
    switch request {
    case .status: .status(try await statusController.status(conversation))
    case .login(let login): .account(try await accountController.logIn(login, conversation))
    case .logout(let forget): .done(message: try await accountController.logOut(forget: forget))
    case .whoami: .account(try await accountController.whoami(conversation))
    case .add(let draft): .task(try await taskController.add(draft))
    case .addProtected(let draft, let hasSubtasks):
      .task(try await protectedTaskController.add(draft, hasSubtasks: hasSubtasks, conversation))
    case .list(let query): .tasks(try await taskController.list(query))
    case .change(let command): try await change(command, conversation)
    case .export(let request): .done(message: try await exportController.export(request, conversation))
    case .importTasks(let path, let format):
      try await large.run { () throws(Failure) in
        .done(message: try await importController.importTasks(from: path, format: format, conversation))
      }
    case .migrateTasks(let kind, let isAgreed):
      .done(message: try await migrationController.migrate(to: kind, isAgreed: isAgreed, conversation))
    case .history(let limit): .history(try await historyController.history(limit))
    case .skipOperations(let count): .history(try await historyController.skipOperations(count))
    case .reminders(let limit): .reminders(try await reminderController.reminders(limit))
    case .show(let task): .task(try await taskController.show(task))
    case .reveal(let task, let isFollowed):
      .done(message: try await revealController.reveal(task, isFollowed: isFollowed, conversation))
    case .unlock(let everywhere): .done(message: try await lockController.unlock(everywhere: everywhere, conversation))
    case .lock: .done(message: await lockController.lock(forget: false))
    case .lockAndForget: .done(message: await lockController.lock(forget: true))
    case .accessLog(let limit): .accessLog(try await accessLogController.newest(limit))
    case .verifyLog: .logVerification(try await accessLogController.verify(conversation))
    case .doctor: .doctor(await doctorController.findings())
    case .store(let request): try await store(request, conversation)
    case .pin(let request): .done(message: try await ownerController.pin(request, conversation))
    case .settings(.status): .settings(await settingsController.rows())
    case .settings(.confirm): .done(message: try await settingsController.confirm(conversation))
    case .settings(.unknown): throw Failure(.unsupported, "This agent does not know that request.")
    case .createRecoveryCode: .done(message: try await ownerController.createRecoveryCode(conversation))
    case .useVerification(let method):
      .done(message: try await ownerController.useVerification(method, conversation))
    case .backup(let path): .done(message: try await backupController.backup(to: path, conversation))
    case .restore(let path, let textsOnly):
      try await large.run { () throws(Failure) in
        .done(
          message: textsOnly
            ? try await restoreTextsController.restoreTexts(from: path, conversation)
            : try await restoreController.restore(from: path, conversation))
      }
    case .stop: await end()
    case .inbox(let request): try await answer(request, conversation)
    case .channels(let request): try await answer(request)
    case .live(let request): .done(try await liveController.show(request, conversation))
    case .watch: .done(await liveController.watch())
    case .unknown:
      throw Failure(
        .unsupported, "This agent does not know that request.",
        hint: "Run vault agent stop, so that the newer agent starts.")
    }
  }

  private func end() async -> Reply {
    await keeper.lock(.stopping)
    return .done(message: "The agent has locked and ends.")
  }

  func didCarryOut(_ request: Request) {
    // After a move the next agent opens the other store.
    if case .migrateTasks = request { stop() }
    // What was confirmed counts for the next agent.
    if request == .stop || request == .settings(.confirm) { stop() }
  }

  func didEnd(_ connection: UInt64) {
    credentials.forget(connection)
    Task { await keeper.connectionEnded(connection) }
  }
}

extension VaultAgent {
  func welcome(_ hello: Hello, on connection: UInt64) throws(Failure) -> Welcome {
    // Nobody may keep the vault open by exchanging its directory.
    guard hello.onlyLocks != true else { return welcome(notices: credentials.notices.show(to: connection)) }
    guard hello.vault.isSameVault(as: vault) else { throw vault.mismatch(with: hello.vault) }
    guard hello.protocolVersion <= AgentProtocol.version else {
      return welcome(notices: [])  // older than the client: it will ask this agent to end
    }
    if let failure = settings.conflict(with: hello.settings, paths: paths) { throw failure }
    return welcome(notices: credentials.notices.show(to: connection))
  }

  private func welcome(notices: [String]) -> Welcome {
    Welcome(
      protocolVersion: AgentProtocol.version, build: AgentProtocol.build,
      pid: ProcessInfo.processInfo.processIdentifier,
      notices: notices, surroundings: LaunchEnvironment(ofThisProcess: paths))
  }
}
