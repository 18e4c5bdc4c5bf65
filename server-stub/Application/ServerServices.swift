/// What the routes call.
struct ServerServices {
  let accounts: AccountService
  let sessions: SessionService
  let senders: SenderService
  let pushes: PushService
  let channels: ChannelService
  let attachments: AttachmentService
  let follows: FollowService
  let administration: AccountAdministration
  let accountStreams: AccountStreamLimiter
  let probe: StorageProbe

  init(
    _ configuration: ServerConfiguration, _ parts: ServerApplication.Dependencies, _ pool: PasswordPool,
    _ live: RuntimeServices
  ) {
    let throttle = LoginThrottle(limits: configuration.throttleLimits, clock: parts.clock)
    let sending = SendThrottle(limit: configuration.sendLimit, clock: parts.clock)
    accounts = AccountService(
      storage: parts.storage, hasher: parts.hasher, pool: pool, throttle: throttle, clock: parts.clock,
      registration: configuration.registration)
    sessions = SessionService(
      storage: parts.storage, hasher: parts.hasher, pool: pool, throttle: throttle, clock: parts.clock,
      lifetime: configuration.sessionLifetime, streams: live.sessions, figures: live.figures)
    senders = SenderService(sessions: sessions, storage: parts.storage)
    let delivery = PushDelivery(
      storage: parts.storage, hub: live.inboxes, figures: live.figures, clock: parts.clock)
    pushes = PushService(
      storage: parts.storage, senders: senders, throttle: sending, delivery: delivery, clock: parts.clock)
    channels = ChannelService(
      storage: parts.storage, throttle: sending, hub: live.channels, open: live.open, announcer: live.announcer,
      figures: live.figures, clock: parts.clock)
    attachments = AttachmentService(
      storage: parts.storage, throttle: sending, gate: UploadLimiter(total: configuration.uploadCount),
      quota: configuration.pictureQuota, clock: parts.clock)
    follows = FollowService(
      storage: parts.storage, throttle: sending, delivery: delivery, clock: parts.clock)
    administration = AccountAdministration(storage: parts.storage, accounts: accounts, clock: parts.clock)
    accountStreams = AccountStreamLimiter(maximum: configuration.streamsPerAccount)
    probe = StorageProbe(logger: parts.logger) { [storage = parts.storage] in try await storage.ping() }
  }
}
