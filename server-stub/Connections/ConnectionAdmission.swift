internal import FoundationEssentials
internal import Glibc
internal import HTTPTypes
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// Whose request it is, as limits count it.
struct ClientAddress: Equatable, Sendable {
  /// An address, or a network of them.
  let limitKey: String
  /// Whether an address counts: that of a proxy which is not configured here is everybody's.
  let isLimited: Bool
}

/// Who comes in, from where, and who has to go for it.
final class ConnectionAdmission: Sendable {
  let limiter: ConnectionLimiter
  private let proxies: TrustedProxies
  private let isPlain: Bool
  private let logger: Logger
  /// The proxies that were seen and not named: their addresses as they are counted.
  private let unnamed = Mutex<Set<String>>([])

  /// More addresses that look like proxies are none: somebody writes headers.
  private static let maximumUnnamedCount = 64

  /// - Parameters:
  ///   - maximum: the most connections.
  ///   - isPlain: whether nothing here encrypts.
  init(maximum: Int, proxies: TrustedProxies, isPlain: Bool, logger: Logger) {
    limiter = ConnectionLimiter(maximum: maximum)
    self.proxies = proxies
    self.isPlain = isPlain
    self.logger = logger
  }

  /// Gives a new connection a place, on its event loop, and closes whoever loses one by that.
  func admit(_ channel: any Channel) -> TrackedConnection {
    let connection = TrackedConnection(channel)
    if let peer = connection.peer, proxies.contains(peer) {
      // A channel that takes no handler is closed already.
      try? channel.pipeline.syncOperations.addHandler(ProxyHeaderReader(), position: .first)
    }
    let evicted = limiter.acquire(connection)
    // What was closed already leaves at once.
    channel.closeFuture.whenComplete { [limiter] _ in limiter.release(connection) }
    for connection in evicted { Self.close(connection.channel) }
    return connection
  }

  /// A request begins on a connection.
  func record(_ headers: HTTPFields, on connection: TrackedConnection) {
    guard let source = connection.source else { return }
    if proxies.contains(source) {
      let client = proxies.client(behind: source, headers)
      if client.limitKey != connection.limitKey { limiter.move(connection, to: client, isSource: false) }
    } else if proxies.networks.isEmpty, isPlain || source.isLoopback, ForwardedHeaders.areIn(headers) {
      logUnnamed(source)
    }
  }

  /// Whose request it is.
  func client(_ headers: HTTPFields, on channel: any Channel) -> ClientAddress {
    guard let source = limiter.connection(of: channel)?.source ?? NetworkAddress(channel.remoteAddress) else {
      return ClientAddress(limitKey: "unknown", isLimited: true)
    }
    let limitKey = proxies.client(behind: source, headers).limitKey
    return ClientAddress(limitKey: limitKey, isLimited: unnamed.withLock { !$0.contains(limitKey) })
  }

  /// A device on this connection has proved that it logged in before.
  func markKnown(_ channel: any Channel, of account: UUID) {
    if let connection = limiter.connection(of: channel) { limiter.markKnown(connection, of: account) }
  }

  /// A header that only proxies write came from an address that nobody named as one. Beyond this machine that shows a proxy only
  /// where something else must encrypt: over TLS, or where proxies are named, it would be a stranger's way out of the limits.
  private func logUnnamed(_ source: NetworkAddress) {
    let isNew = unnamed.withLock { $0.count < Self.maximumUnnamedCount && $0.insert(source.limitKey).inserted }
    guard isNew else { return }
    logger.warning(
      "requests come through a proxy that was not named: all its clients count as one, so the limits by address are off for it; name it with --trusted-proxy",
      metadata: ["proxy": "\(source.limitKey)"])
  }

  /// Closes a connection at once: neither TLS nor the kernel waits for its other end.
  private static func close(_ channel: any Channel) {
    channel.eventLoop.execute {
      // One that accepts no handler any more is closed already.
      try? channel.pipeline.syncOperations.addHandler(ConnectionResetHandler(), position: .first)
    }
  }
}

/// Closes a connection from the end of the pipeline that is nearest to the network.
private final class ConnectionResetHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func handlerAdded(context: ChannelHandlerContext) {
    (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
    context.close(promise: nil)
  }
}
