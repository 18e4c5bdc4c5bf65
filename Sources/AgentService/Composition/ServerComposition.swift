internal import AgentAPI
internal import AgentInbox
internal import DesktopSession
internal import Inbox
internal import LinuxSystem
internal import Localization
internal import Logging
internal import NotificationBoard
internal import Pictures
internal import Reminders

/// The parts that live by the server: account, inbox, pictures.
struct ServerComposition {
  let account: AccountService
  let inbox: InboxService
  let owners: InboxOwners
  let decisions: InboxDecisionService
  let nicknames: NicknameFetcher
  let hints: HintFetcher
  let pictures: PictureService
  let redactions: InboxRedactionService
  /// Shows on the desktop what comes.
  let notifier: InboxNotifier
  /// Tells the owner what keeps this machine from the server.
  let troubleWatch: ServerTroubleWatch

  init(
    _ paths: VaultPaths, _ settings: SettingsPolicy, _ stores: VaultStores, _ credentials: CredentialService,
    _ owner: OwnerService, _ taskService: TaskService, _ desktop: InboxDesktop, _ logger: Logger
  ) throws(Failure) {
    account = AccountService(settings: settings, owner: owner, credentials: credentials, logger: logger)
    let late = RejectedDecisionHandler(taskService: taskService) { credentials.notices.add($0) }
    let inbox = try InboxStoreError.asFailure(
      now: InboxService(
        directory: paths.data, state: stores.database, credentials: credentials.store, auth: account.client,
        late: late))
    self.inbox = inbox
    owners = InboxOwners(inbox: inbox)
    decisions = InboxDecisionService(
      owners: owners, store: inbox.store, sync: inbox.sync, taskService: taskService, logger: logger)
    nicknames = NicknameFetcher(
      owners: owners, store: inbox.store, sync: inbox.sync, server: account.client, logger: logger)
    hints = HintFetcher(
      owners: owners, store: inbox.store, sync: inbox.sync, server: account.client, nicknames: nicknames)
    pictures = PictureService(paths: paths, source: account, logger: logger) { entry, owner in
      // What can't be looked at is taken for emptied.
      guard let present = try? await inbox.store.entry(entry.sequence, for: owner) else { return false }
      return present.push == entry.push && present.payload?.picture == entry.payload?.picture
    }
    notifier = InboxNotifier(
      .init(
        inbox: inbox, auth: account.client, panel: desktop.notifications.panel(.inbox), front: inbox.front,
        decisions: decisions, hints: hints, catalogue: ChannelCatalogue(store: inbox.store, server: account.client),
        opener: desktop.opener,
        picture: { [pictures] in await pictures.smallPicture(of: $0, for: $1, within: $2) },
        channelPicture: { [pictures] in await pictures.smallPicture($0, for: $1, within: $2) },
        picturePatience: desktop.picturePatience,
        clock: desktop.clock, local: .system, quietHours: desktop.quietHours, logger: logger))
    redactions = InboxRedactionService(inbox: inbox, pictures: pictures, tasks: stores.tasks, notices: notifier)
    troubleWatch = ServerTroubleWatch(
      login: account.client, connection: inbox.sync, panel: desktop.notifications.panel(.server), clock: desktop.clock,
      quiet: desktop.quietHours.map { QuietTime($0, secondsFromUTC: LocalTime.system.secondsFromUTC) }, logger: logger
    ) { target, token in
      try await desktop.opener.open(target, activationToken: token)
    }
  }
}

/// Where what comes from the server is shown.
struct InboxDesktop {
  let notifications: NotificationDispatcher
  let opener: PlaceOpener
  let clock: any WallClock
  let quietHours: QuietHours?
  /// How long pictures are waited for; nil for the usual time.
  let picturePatience: Duration?
}
