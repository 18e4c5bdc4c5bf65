import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on a free loopback port that takes in one request per connection and answers with whatever bytes a test says.
final class LoopbackServer: Sendable {
  struct Received: Sendable {
    var head: String
    var body: String
    var line: String { String(head.prefix { $0 != "\r" && $0 != "\r\n" }) }
  }

  enum Reply: Sendable {
    /// These bytes, then the end.
    case text(String)
    /// Nothing, with the connection left open.
    case silence
    /// These bytes, with the connection left open.
    case unfinished(String)
    /// The connection closed without an answer.
    case close
    /// This many kibibytes of body.
    case flood(Int)
    /// A head, then a piece so many times, each once the one before was taken; tells of each.
    case stream(String, String, Int, @Sendable () -> Void)
  }

  private let channel: any Channel
  private let received = Mutex<[Received]>([])

  var port: Int { channel.localAddress?.port ?? 0 }
  var requests: [Received] { received.withLock { $0 } }

  init(
    host: String = "127.0.0.1", tls: NIOSSLContext? = nil, _ respond: @escaping @Sendable (Int, Received) -> Reply
  ) async throws {
    let box = Box()
    channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture {
          if let tls { try child.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
          try child.pipeline.syncOperations.addHandler(Exchange { box.answer($0) })
        }
      }
      .bind(host: host, port: 0).get()
    box.set { [weak self] request in
      guard let self else { return .close }
      let number = self.received.withLock {
        $0.append(request)
        return $0.count
      }
      return respond(number, request)
    }
  }

  func stop() async throws { try await channel.close() }

  /// Hands the request on to a server that exists only after its channel does.
  private final class Box: Sendable {
    private let body = Mutex<(@Sendable (Received) -> Reply)?>(nil)

    func set(_ new: @escaping @Sendable (Received) -> Reply) { body.withLock { $0 = new } }

    func answer(_ request: Received) -> Reply { body.withLock { $0 }?(request) ?? .close }
  }
}

extension EventLoopGroup where Self == MultiThreadedEventLoopGroup {
  fileprivate static var singletonMultiThreadedEventLoopGroup: MultiThreadedEventLoopGroup { .singleton }
}

/// Collects one request and writes one reply.
private final class Exchange: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let respond: @Sendable (LoopbackServer.Received) -> LoopbackServer.Reply
  private var collected: [UInt8] = []
  private var isAnswered = false

  init(_ respond: @escaping @Sendable (LoopbackServer.Received) -> LoopbackServer.Reply) { self.respond = respond }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    collected += Array(unwrapInboundIn(data).readableBytesView)
    guard !isAnswered, let request = request() else { return }
    isAnswered = true
    switch respond(request) {
    case .text(let text): finish(context, text)
    case .silence: break
    case .unfinished(let text): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    case .close: context.close(promise: nil)
    case .flood(let count):
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
      finish(context, head + String(repeating: "x", count: count << 10))
    case .stream(let head, let piece, let count, let written):
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
      Self.send(ByteBuffer(string: piece), count, on: context.channel, written)
    }
  }

  private static func send(
    _ piece: ByteBuffer, _ rest: Int, on channel: any Channel, _ written: @escaping @Sendable () -> Void
  ) {
    guard rest > 0 else { return channel.close(promise: nil) }
    channel.writeAndFlush(piece).whenSuccess {
      written()
      send(piece, rest - 1, on: channel, written)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func finish(_ context: ChannelHandlerContext, _ text: String) {
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }

  private func request() -> LoopbackServer.Received? {
    let text = String(decoding: collected, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let head = String(text[..<end.lowerBound])
    let body = String(text[end.upperBound...])
    let length =
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.split(separator: ":")[1].filter(\.isNumber)) } ?? 0
    return body.utf8.count >= length ? LoopbackServer.Received(head: head, body: body) : nil
  }
}
