internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

/// The server, put together from its parts.
enum ServerApplication {
  /// The parts that tests replace.
  struct Dependencies: Sendable {
    var storage: any ServerStorage
    var hasher: any PasswordHashing
    var clock = ServerClock.system
    var drain = ServerDrain()
    var logger: Logger
    /// Which channel each device has open.
    var open = OpenChannels()
    /// The changes that commands report.
    var changes = ExternalChangeSignal()
    /// The time of the database, where several nodes reckon by it.
    private(set) var databaseClock: DatabaseClock?

    /// Reckons by the time of the database.
    mutating func follow(_ clock: DatabaseClock) { (databaseClock, self.clock) = (clock, clock.serverClock) }
  }

  /// What runs the server, in the order of a ``ServiceGroup``: the last ends first.
  ///
  /// - Parameter onListening: called with the port once the server listens.
  /// - Throws: what NIOSSL throws for a certificate or key it can't use.
  static func make(
    _ configuration: ServerConfiguration, _ dependencies: Dependencies, onListening: @escaping @Sendable (Int) -> Void
  ) throws -> [any Service] {
    let pool = PasswordPool(
      threadCount: configuration.hashThreadCount, waitingCount: configuration.hashWaitingCount)
    let live = RuntimeServices(configuration, dependencies)
    let services = ServerServices(configuration, dependencies, pool, live)
    let table = routes(configuration, dependencies, services, live)
    let sweeper = Sweeper(
      storage: dependencies.storage, retention: configuration.retention, clock: dependencies.clock,
      logger: dependencies.logger)
    let streamSweeper = SessionStreamSweeper(
      storage: dependencies.storage, streams: live.sessions, clock: dependencies.clock,
      interval: configuration.heartbeat,
      logger: dependencies.logger)
    let application = Application(
      router: table.router(figures: live.figures.requests, clock: dependencies.clock),
      server: try httpServer(configuration, live.admission),
      configuration: .init(
        address: .hostname(configuration.address.host, port: configuration.address.port),
        // Where it is full the kernel drops what comes, and a client that was dropped tries again only after seconds.
        backlog: 4096,
        availableConnectionsDelegate: CountedConnections(
          maximum: configuration.maximumConnections, counter: live.figures.connections)),
      services: [
        pool, sweeper, streamSweeper,
        dependencies.changes.follower(streamSweeper, services.channels, live.caches, dependencies.logger),
        live.spreader(configuration, dependencies), live.announcer, live.heartbeat(every: configuration.heartbeat),
      ] + live.nodeServices(dependencies),
      onServerRunning: { channel in onListening(channel.localAddress?.port ?? configuration.address.port) },
      logger: dependencies.logger)
    return [application, StreamDrain(drain: live.drain, hubs: live.hubs)]
  }

  /// Every route of the server.
  static func routes(
    _ configuration: ServerConfiguration, _ dependencies: Dependencies, _ services: ServerServices,
    _ live: RuntimeServices
  ) -> RouteTable {
    let (sessions, senders, channels) = (services.sessions, services.senders, services.channels)
    let limiter = WriteLimiter()
    return RouteTable([
      HealthRoutes(
        probe: services.probe, drain: live.drain, node: dependencies.storage.nodes == nil ? nil : live.figures.node,
        clock: dependencies.clock),
      MetricsRoutes(
        senders: senders, storage: dependencies.storage, figures: live.figures, streams: live.streamFigures,
        node: live.nodeMetrics(configuration, dependencies)),
      AccountRoutes(accounts: services.accounts, admission: live.admission),
      SessionRoutes(sessions: sessions, admission: live.admission),
      DeviceRoutes(sessions: sessions, storage: dependencies.storage, clock: dependencies.clock),
      PushRoutes(senders: senders, pushes: services.pushes),
      InboxRoutes(
        sessions: sessions, storage: dependencies.storage, delivery: services.pushes.delivery,
        clock: dependencies.clock),
      RedactionRoutes(sessions: sessions, storage: dependencies.storage, hub: live.inboxes),
      EventRoutes(
        sessions: sessions, storage: dependencies.storage, pages: InboxPages(dependencies.storage, dependencies.clock),
        hub: live.inboxes, drain: live.drain,
        accountStreams: services.accountStreams),
      AttachmentRoutes(senders: senders, attachments: services.attachments),
      ChannelRoutes(sessions: sessions, channels: channels),
      ChannelEventRoutes(
        sessions: sessions, channels: channels, pages: ChannelPages(dependencies.storage), drain: live.drain,
        accountStreams: services.accountStreams),
      FollowRoutes(sessions: sessions, follows: services.follows),
      FollowInvitationRoutes(sessions: sessions, invitations: services.followInvitations),
      FeedbackRoutes(sessions: sessions, feedback: services.feedback),
      PeopleRoutes(sessions: sessions, people: services.people),
      NameRoutes(sessions: sessions, names: services.names),
      AccountAdministrationRoutes(sessions: sessions, administration: services.administration),
      ChannelAdministrationRoutes(sessions: sessions, channels: channels),
      ConsoleRoutes(),
    ]).map { $0.limited(by: limiter, senders) }
  }

  private static func httpServer(_ configuration: ServerConfiguration, _ admission: ConnectionAdmission) throws
    -> HTTPServerBuilder
  {
    let bodyTimeout = configuration.bodyTimeout
    let settings = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(bodyTimeout: bodyTimeout, admission: admission)],
      idleTimeout: configuration.idleTimeout,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: configuration.maximumHeaderByteCount,
        maxHeaderListSize: configuration.maximumHeaderByteCount, maxHeaderFieldCount: 100))
    let http = HTTPServerBuilder { HTTP1Channel(responder: RequestTask.each($0), configuration: settings) }
    guard let tls = configuration.tls else { return http }
    return try .tls(http, tlsConfiguration: tls)
  }
}
