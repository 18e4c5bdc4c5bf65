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
    let table = routes(configuration, parts, pool)
    let sweeper = ExpiredSessionSweeper(storage: parts.storage, clock: parts.clock, logger: parts.logger)
    return Application(
      router: table.router(),
      server: try httpServer(configuration),
      configuration: .init(
        address: .hostname(configuration.address.host, port: configuration.address.port),
        availableConnectionsDelegate: .maximum(configuration.maximumConnections, logger: parts.logger)),
      services: [pool, sweeper],
      onServerRunning: { channel in onListening(channel.localAddress?.port ?? configuration.address.port) },
      logger: parts.logger)
  }

  /// Every route of the server.
  static func routes(
    _ configuration: ServerConfiguration, _ parts: Parts, _ pool: PasswordPool
  ) -> RouteTable {
    let throttle = LoginThrottle(limits: configuration.throttleLimits, clock: parts.clock)
    let accounts = AccountService(
      storage: parts.storage, hasher: parts.hasher, pool: pool, throttle: throttle, clock: parts.clock,
      isRegistrationOpen: configuration.isRegistrationOpen)
    let sessions = SessionService(
      storage: parts.storage, hasher: parts.hasher, pool: pool, throttle: throttle, clock: parts.clock,
      lifetime: configuration.sessionLifetime)
    return RouteTable([
      HealthRoutes(storage: parts.storage), AccountRoutes(accounts: accounts), SessionRoutes(sessions: sessions),
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
