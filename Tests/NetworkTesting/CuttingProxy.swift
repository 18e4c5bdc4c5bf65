internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// Passes connections on to a port of this machine, and cuts each after so many bytes in both directions together.
public final class CuttingProxy: Sendable {
  private let listener: any Channel
  private let target: Mutex<Int>
  private let open = Mutex<[ObjectIdentifier: any Channel]>([:])
  private let stalled = Flag()
  private let counts = Mutex((connections: 0, cuts: 0))

  /// The port that it listens on.
  public var port: Int { listener.localAddress?.port ?? 0 }
  /// How many connections there were.
  public var connections: Int { counts.withLock { $0.connections } }
  /// How many of them were cut.
  public var cuts: Int { counts.withLock { $0.cuts } }

  /// Listens on a free port of the loopback interface.
  ///
  /// - Parameter bytes: how many the next connection may pass; 0 refuses it.
  public init(to port: Int, bytes: @escaping @Sendable () -> Int = { .max }) async throws {
    target = Mutex(port)
    let shared = Shared()
    listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { child in
        guard let proxy = shared.proxy else { return child.close() }
        return proxy.join(child, bytes())
      }
      .bind(host: "127.0.0.1", port: 0).get()
    shared.proxy = self
  }

  /// Lends a proxy.
  public static func run(
    to port: Int, bytes: @escaping @Sendable () -> Int = { .max }, _ body: (CuttingProxy) async throws -> Void
  ) async throws {
    let proxy = try await CuttingProxy(to: port, bytes: bytes)
    do { try await body(proxy) } catch {
      try await proxy.stop()
      throw error
    }
    try await proxy.stop()
  }

  /// Passes nothing more on, without a word to either side, or does so again.
  public func setStalled(_ isStalled: Bool) { stalled.value = isStalled }

  /// Cuts all connections.
  public func cutAll() { for channel in open.withLock({ Array($0.values) }) { channel.close(promise: nil) } }

  /// Takes no more connections, and cuts those there are.
  public func stop() async throws {
    try await listener.close()
    cutAll()
  }

  private func join(_ child: any Channel, _ bytes: Int) -> EventLoopFuture<Void> {
    counts.withLock { $0.connections += 1 }
    guard bytes > 0 else {
      counts.withLock { $0.cuts += 1 }
      return child.close()
    }
    open.withLock { $0[ObjectIdentifier(child)] = child }
    child.closeFuture.whenComplete { _ in self.open.withLock { $0[ObjectIdentifier(child)] = nil } }
    let budget = Budget(bytes, stalled) { self.counts.withLock { $0.cuts += 1 } }
    return ClientBootstrap(group: child.eventLoop)
      .channelInitializer { upstream in
        upstream.eventLoop.makeCompletedFuture {
          try upstream.pipeline.syncOperations.addHandler(Relay(to: child, budget))
        }
      }
      .connect(host: "127.0.0.1", port: target.withLock { $0 })
      .flatMapThrowing { upstream in try child.pipeline.syncOperations.addHandler(Relay(to: upstream, budget)) }
  }

  /// Hands the listener a proxy that exists only after it.
  private final class Shared: Sendable {
    private let box = Mutex<CuttingProxy?>(nil)
    var proxy: CuttingProxy? {
      get { box.withLock { $0 } }
      set { box.withLock { $0 = newValue } }
    }
  }
}

/// How many bytes a connection may still pass.
private final class Budget: Sendable {
  private let rest: Mutex<Int>
  private let stalled: Flag
  private let isSpent: @Sendable () -> Void

  init(_ count: Int, _ stalled: Flag, isSpent: @escaping @Sendable () -> Void) {
    rest = Mutex(count)
    self.stalled = stalled
    self.isSpent = isSpent
  }

  /// - Returns: how many of those may pass, and whether that was the last.
  func take(_ count: Int) -> (count: Int, isLast: Bool) {
    guard !stalled.value else { return (0, false) }
    return rest.withLock { rest in
      let taken = min(count, rest)
      let wasSpent = rest == 0
      rest -= taken
      if rest == 0, !wasSpent { isSpent() }
      return (taken, rest == 0)
    }
  }
}

private final class Relay: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let peer: any Channel
  private let budget: Budget

  init(to peer: any Channel, _ budget: Budget) {
    self.peer = peer
    self.budget = budget
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var buffer = unwrapInboundIn(data)
    let (count, isLast) = budget.take(buffer.readableBytes)
    guard let part = buffer.readSlice(length: count) else { return }
    let (channel, peer) = (context.channel, peer)
    peer.writeAndFlush(part).whenComplete { _ in
      guard isLast else { return }
      peer.close(promise: nil)
      channel.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) { peer.close(promise: nil) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Something that a test switches.
public final class Flag: Sendable {
  private let state = Mutex(false)

  /// Begins switched off.
  public init() {}

  /// Whether it is switched on.
  public var value: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
