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
    let (storage, clock) = (dependencies.storage, dependencies.clock)
    let shared = storage.nodes.map {
      SharedThrottle(nodes: $0, figures: live.figures, logger: dependencies.logger)
    }
    let throttle = LoginThrottle(limits: configuration.throttleLimits, clock: clock, shared: shared)
    let sending = SendThrottle(limit: configuration.sendLimit, clock: clock)
    accounts = AccountService(
      storage: storage, hasher: dependencies.hasher, pool: pool, throttle: throttle, clock: clock,
      registration: configuration.registration)
    sessions = SessionService(
      storage: storage, hasher: dependencies.hasher, pool: pool, throttle: throttle, clock: clock,
      lifetime: configuration.sessionLifetime, streams: live.sessions, figures: live.figures, caches: live.caches)
    senders = SenderService(sessions: sessions, storage: storage)
    let delivery = PushDelivery(
      storage: storage, hub: live.inboxes, broadcasts: live.broadcasts, figures: live.figures, clock: clock)
    pushes = PushService(
      storage: storage, senders: senders, throttle: sending, delivery: delivery, clock: clock)
    channels = ChannelService(
      storage: storage, throttle: sending, hub: live.channels, open: live.open, announcer: live.announcer,
      figures: live.figures, clock: clock)
    attachments = AttachmentService(
      storage: storage, throttle: sending, gate: UploadLimiter(total: configuration.uploadCount),
      quota: configuration.pictureQuota, clock: clock)
    follows = FollowService(storage: storage, throttle: sending, delivery: delivery, clock: clock)
    followInvitations = FollowInvitationService(
      storage: storage, follows: follows,
      throttle: AccountThrottle(
        "invitations", limit: FollowInvitationService.guessLimit, clock: clock, shared: shared),
      clock: clock)
    feedback = FeedbackService(storage: storage, throttle: sending, delivery: delivery, clock: clock)
    names = NameService(
      storage: storage,
      throttle: AccountThrottle("emails", limit: NameService.lookupLimit, clock: clock, shared: shared))
    people = PeopleService(storage: storage, hub: live.inboxes, clock: clock)
    administration = AccountAdministration(
      storage: storage, accounts: accounts, caches: live.caches, clock: clock)
    accountStreams = AccountStreamLimiter(maximum: configuration.streamsPerAccount)
    probe = StorageProbe(logger: dependencies.logger) { [storage] in try await storage.ping() }
  }
}
