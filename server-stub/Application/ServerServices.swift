/// What the routes call.
struct ServerServices {
  let accounts: AccountService
  let sessions: SessionService
  let senders: SenderService
  let pushes: PushService
  let channels: ChannelService
  let attachments: AttachmentService
  let follows: FollowService
  let followInvitations: FollowInvitationService
  let feedback: FeedbackService
  let people: PeopleService
  let names: NameService
  let administration: AccountAdministration
  let accountStreams: AccountStreamLimiter
  let probe: StorageProbe

  init(
    _ configuration: ServerConfiguration, _ dependencies: ServerApplication.Dependencies, _ pool: PasswordPool,
    _ live: RuntimeServices
  ) {
    let throttle = LoginThrottle(limits: configuration.throttleLimits, clock: dependencies.clock)
    let sending = SendThrottle(limit: configuration.sendLimit, clock: dependencies.clock)
    accounts = AccountService(
      storage: dependencies.storage, hasher: dependencies.hasher, pool: pool, throttle: throttle,
      clock: dependencies.clock,
      registration: configuration.registration)
    sessions = SessionService(
      storage: dependencies.storage, hasher: dependencies.hasher, pool: pool, throttle: throttle,
      clock: dependencies.clock,
      lifetime: configuration.sessionLifetime, streams: live.sessions, figures: live.figures)
    senders = SenderService(sessions: sessions, storage: dependencies.storage)
    let delivery = PushDelivery(
      storage: dependencies.storage, hub: live.inboxes, figures: live.figures, clock: dependencies.clock)
    pushes = PushService(
      storage: dependencies.storage, senders: senders, throttle: sending, delivery: delivery, clock: dependencies.clock)
    channels = ChannelService(
      storage: dependencies.storage, throttle: sending, hub: live.channels, open: live.open, announcer: live.announcer,
      figures: live.figures, clock: dependencies.clock)
    attachments = AttachmentService(
      storage: dependencies.storage, throttle: sending, gate: UploadLimiter(total: configuration.uploadCount),
      quota: configuration.pictureQuota, clock: dependencies.clock)
    follows = FollowService(
      storage: dependencies.storage, throttle: sending, delivery: delivery, clock: dependencies.clock)
    followInvitations = FollowInvitationService(
      storage: dependencies.storage, follows: follows,
      throttle: AccountThrottle(limit: FollowInvitationService.guessLimit, clock: dependencies.clock),
      clock: dependencies.clock)
    feedback = FeedbackService(
      storage: dependencies.storage, throttle: sending, delivery: delivery, clock: dependencies.clock)
    names = NameService(
      storage: dependencies.storage,
      throttle: AccountThrottle(limit: NameService.lookupLimit, clock: dependencies.clock))
    people = PeopleService(storage: dependencies.storage, hub: live.inboxes, clock: dependencies.clock)
    administration = AccountAdministration(storage: dependencies.storage, accounts: accounts, clock: dependencies.clock)
    accountStreams = AccountStreamLimiter(maximum: configuration.streamsPerAccount)
    probe = StorageProbe(logger: dependencies.logger) { [storage = dependencies.storage] in try await storage.ping() }
  }
}
