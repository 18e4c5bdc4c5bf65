internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore

/// The server, put together from its parts.
enum ServerApplication {
  /// The parts that tests replace.
  struct Parts: Sendable {
    var storage: any ServerStorage
    var hasher: any PasswordHashing
    var clock = ServerClock.system
    var logger: Logger
  }

  /// - Parameter onListening: told the port once the server listens.
  /// - Throws: what NIOSSL throws for a certificate or key it can't use.
  static func make(
    _ configuration: ServerConfiguration, _ parts: Parts, onListening: @escaping @Sendable (Int) -> Void
  ) throws -> some ApplicationProtocol {
    let pool = PasswordPool(
      threadCount: configuration.hashThreadCount, waitingCount: configuration.hashWaitingCount)
    let live = LiveParts(configuration, parts)
    let table = routes(configuration, parts, pool, live)
    let sweeper = Sweeper(
      storage: parts.storage, retention: configuration.retention, clock: parts.clock, logger: parts.logger)
    let streamSweeper = SessionStreamSweeper(
      storage: parts.storage, streams: live.sessions, clock: parts.clock, interval: configuration.heartbeat,
      logger: parts.logger)
    return Application(
      router: table.router(),
      server: try httpServer(configuration),
      configuration: .init(
        address: .hostname(configuration.address.host, port: configuration.address.port),
        availableConnectionsDelegate: .maximum(configuration.maximumConnections, logger: parts.logger)),
      services: [pool, sweeper, streamSweeper, live.announcer, live.heartbeat(every: configuration.heartbeat)],
      onServerRunning: { channel in onListening(channel.localAddress?.port ?? configuration.address.port) },
      logger: parts.logger)
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
      lifetime: configuration.sessionLifetime, streams: live.sessions)
    let senders = SenderService(sessions: sessions, storage: parts.storage)
    let sending = SendThrottle(limit: configuration.sendLimit, clock: parts.clock)
    let pushes = PushService(
      storage: parts.storage, senders: senders, throttle: sending, hub: live.inboxes, clock: parts.clock)
    let channels = ChannelService(
      storage: parts.storage, throttle: sending, hub: live.channels, open: live.open, announcer: live.announcer,
      clock: parts.clock)
    return RouteTable([
      HealthRoutes(storage: parts.storage), AccountRoutes(accounts: accounts), SessionRoutes(sessions: sessions),
      DeviceRoutes(sessions: sessions, storage: parts.storage, clock: parts.clock),
      PushRoutes(senders: senders, pushes: pushes),
      InboxRoutes(sessions: sessions, storage: parts.storage, hub: live.inboxes, clock: parts.clock),
      EventRoutes(sessions: sessions, storage: parts.storage, hub: live.inboxes, clock: parts.clock),
      ChannelRoutes(sessions: sessions, channels: channels),
      ChannelEventRoutes(sessions: sessions, channels: channels),
      FollowRoutes(
        sessions: sessions, follows: FollowService(storage: parts.storage, pushes: pushes, clock: parts.clock)),
    ])
  }

  private static func httpServer(_ configuration: ServerConfiguration) throws -> HTTPServerBuilder {
    let bodyTimeout = configuration.bodyTimeout
    let http = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [ConnectionGuard(bodyTimeout: bodyTimeout)],
        idleTimeout: configuration.idleTimeout,
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: configuration.maximumHeaderByteCount,
          maxHeaderListSize: configuration.maximumHeaderByteCount, maxHeaderFieldCount: 100)))
    guard let tls = configuration.tls else { return http }
    return try .tls(http, tlsConfiguration: tls)
  }
}
