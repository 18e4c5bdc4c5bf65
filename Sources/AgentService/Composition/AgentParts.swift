internal import AgentAPI
internal import AgentInbox
internal import LinuxSystem
internal import Logging
internal import NotificationBoard
internal import Pictures
internal import Reminders
internal import TaskStore

/// What the agent is made of, as a list of parts. Only the composition knows it: the extensions give each controller what it uses of
/// them, and nobody is given the list.
struct AgentParts {
  let vault: VaultIdentity
  let surroundings: AgentEnvironment
  let program: ProgramFile
  let settings: VaultSettings
  let policy: SettingsPolicy
  let paths: VaultPaths
  let stores: VaultStores
  let tasks: any TaskStore
  let states: any ReminderStateStore
  let reminders: ReminderService
  let accessLog: AccessLogService
  let credentials: CredentialService
  let records: SealedRecords
  let owner: OwnerService
  let access: OwnerAccess
  let confirmed: ConfirmedTextsService
  let account: AccountService
  let inbox: InboxService
  let pictures: PictureService
  let largePictures = LargeRequestLimiter()
  let redactions: InboxRedactionService
  let decisions: InboxDecisionService
  let hints: HintFetcher
  let listed = ListedPlaces()
  let notifications: NotificationDispatcher
  let server: ServerTroubleWatch
  let sessionWatch: SessionWatch
  let stop: @Sendable () -> Void
  let logger: Logger

  /// Makes what answers requests.
  func makeDispatcher() -> RequestDispatcher {
    RequestDispatcher(
      handshake: Handshake(
        vault: vault, settings: settings, paths: paths, notices: credentials.notices, program: program,
        isUnit: surroundings.environment["LISTEN_FDS"] != nil),
      router: router, credentials: credentials, owner: owner,
      login: accountController,
      notices: NoticeDelivery(notices: credentials.notices, reminders: reminders, owner: owner, server: server),
      stop: stop)
  }

  /// Every request and who answers it.
  private var router: RequestRouter {
    var router = RequestRouter()
    router.route(to: taskController)
    router.route(to: TaskStreamController(tasks: tasks))
    router.route(to: subtaskController)
    router.route(to: historyController)
    router.route(to: reminderController)
    router.route(to: exportController)
    router.route(to: importController)
    router.route(to: migrationController)
    router.route(to: protectedTaskController)
    router.route(to: revealController)
    router.route(to: codeController)
    router.route(to: protectController)
    router.route(to: unprotectController)
    router.route(to: alwaysVerifyController)
    router.route(to: ownerController)
    router.route(to: lockController)
    router.route(to: accessLogController)
    router.route(to: credentialStoreController)
    router.route(to: backupController)
    router.route(to: restoreController, restoreTextsController)
    router.route(to: erasureController)
    router.route(to: statusController)
    router.route(to: doctorController)
    router.route(to: remedyController)
    router.route(to: settingsController)
    router.route(to: accountController)
    router.route(to: deviceController)
    router.route(to: inboxController)
    router.route(to: inboxDeletionController)
    router.route(to: pictureController)
    router.route(to: pushController)
    router.route(to: proposalController)
    router.route(to: messageController)
    router.route(to: correspondenceController)
    router.route(to: feedbackController)
    router.route(to: profileController)
    router.route(to: peopleController)
    router.route(to: followController)
    router.route(to: nameController)
    router.route(to: invitationController)
    router.route(to: findabilityController)
    router.route(to: channelController)
    router.route(to: conversationController)
    router.route(to: channelPictureController)
    router.route(to: postController)
    router.route(to: liveController)
    router.route(to: LiveTaskController(tasks: tasks))
    return router
  }
}
