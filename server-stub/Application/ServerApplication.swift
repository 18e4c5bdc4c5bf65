internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

/// The server, put together from its parts.
enum ServerApplication {
  /// The parts that tests replace.
  struct Parts: Sendable {
    var storage: any ServerStorage
    var hasher: any PasswordHashing
    var clock = ServerClock.system
    var drain = ServerDrain()
    var logger: Logger
    /// Which channel each device has open.
    var open = OpenChannels()
  }

  /// What runs the server, in the order of a ``ServiceGroup``: the last ends first.
  ///
  /// - Parameter onListening: told the port once the server listens.
  /// - Throws: what NIOSSL throws for a certificate or key it can't use.
  static func make(
    _ configuration: ServerConfiguration, _ parts: Parts, onListening: @escaping @Sendable (Int) -> Void
  ) throws -> [any Service] {
    let pool = PasswordPool(
      threadCount: configuration.hashThreadCount, waitingCount: configuration.hashWaitingCount)
    let live = LiveParts(configuration, parts)
    let table = routes(configuration, parts, pool, live)
    let sweeper = Sweeper(
      storage: parts.storage, retention: configuration.retention, clock: parts.clock, logger: parts.logger)
    let streamSweeper = SessionStreamSweeper(
      storage: parts.storage, streams: live.sessions, clock: parts.clock, interval: configuration.heartbeat,
      logger: parts.logger)
    let application = Application(
      router: table.router(figures: live.figures.requests, clock: parts.clock),
      server: try httpServer(configuration),
      configuration: .init(
        address: .hostname(configuration.address.host, port: configuration.address.port),
        availableConnectionsDelegate: CountedConnections(
          maximum: configuration.maximumConnections, counter: live.figures.connections)),
      services: [pool, sweeper, streamSweeper, live.announcer, live.heartbeat(every: configuration.heartbeat)],
      onServerRunning: { channel in onListening(channel.localAddress?.port ?? configuration.address.port) },
      logger: parts.logger)
    return [application, StreamDrain(drain: live.drain, hubs: live.hubs)]
  }

  /// Every route of the server.
  static func routes(
    _ configuration: ServerConfiguration, _ parts: Parts, _ pool: PasswordPool, _ live: LiveParts
  ) -> RouteTable {
    let throttle = LoginThrottle(limits: configuration.throttleLimits, clock: parts.clock)
    let accounts = AccountService(
      storage: parts.storage, hasher: parts.hasher, pool: pool, throttle: throttle, clock: parts.clock,
      isRegistrationOpen: configuration.isRegistrationOpen)
    let sessions = SessionService(
      storage: parts.storage, hasher: parts.hasher, pool: pool, throttle: throttle, clock: parts.clock,
      lifetime: configuration.sessionLifetime, streams: live.sessions, figures: live.figures)
    let senders = SenderService(sessions: sessions, storage: parts.storage)
    let sending = SendThrottle(limit: configuration.sendLimit, clock: parts.clock)
    let pushes = PushService(
      storage: parts.storage, senders: senders, throttle: sending, hub: live.inboxes, figures: live.figures,
      clock: parts.clock)
    let channels = ChannelService(
      storage: parts.storage, throttle: sending, hub: live.channels, open: live.open, announcer: live.announcer,
      figures: live.figures, clock: parts.clock)
    let attachments = AttachmentService(
      storage: parts.storage, throttle: sending, gate: UploadGate(total: configuration.uploadCount),
      quota: configuration.pictureQuota,
      clock: parts.clock)
    return RouteTable([
      HealthRoutes(storage: parts.storage, drain: live.drain),
      MetricsRoutes(senders: senders, storage: parts.storage, live: live),
      AccountRoutes(accounts: accounts), SessionRoutes(sessions: sessions),
      DeviceRoutes(sessions: sessions, storage: parts.storage, clock: parts.clock),
      PushRoutes(senders: senders, pushes: pushes),
      InboxRoutes(sessions: sessions, storage: parts.storage, hub: live.inboxes, clock: parts.clock),
      EventRoutes(
        sessions: sessions, storage: parts.storage, hub: live.inboxes, clock: parts.clock, drain: live.drain),
      AttachmentRoutes(senders: senders, attachments: attachments),
      ChannelRoutes(sessions: sessions, channels: channels),
      ChannelEventRoutes(sessions: sessions, channels: channels, drain: live.drain),
      FollowRoutes(
        sessions: sessions, follows: FollowService(storage: parts.storage, pushes: pushes, clock: parts.clock)),
      AccountAdministrationRoutes(
        sessions: sessions,
        administration: AccountAdministration(storage: parts.storage, accounts: accounts, clock: parts.clock)),
      ChannelAdministrationRoutes(sessions: sessions, channels: channels),
      ConsoleRoutes(),
    ])
  }

  private static func httpServer(_ configuration: ServerConfiguration) throws -> HTTPServerBuilder {
    let bodyTimeout = configuration.bodyTimeout
    let settings = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(bodyTimeout: bodyTimeout)],
      idleTimeout: configuration.idleTimeout,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: configuration.maximumHeaderByteCount,
        maxHeaderListSize: configuration.maximumHeaderByteCount, maxHeaderFieldCount: 100))
    let http = HTTPServerBuilder { HTTP1Channel(responder: RequestTask.each($0), configuration: settings) }
    guard let tls = configuration.tls else { return http }
    return try .tls(http, tlsConfiguration: tls)
  }
}
