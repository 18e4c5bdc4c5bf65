import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Asks for a path again and again over a few connections, each of which waits for its answer before it asks again.
struct RequestLoad {
  let url: BaseURL
  let path: String
  let token: String?

  /// - Returns: the figure `requestsPerSecond`.
  func run(connections: Int, seconds: Int) async throws -> [String: Double] {
    let (count, failures) = (Tally(), Tally())
    var request = "GET \(path) HTTP/1.1\r\nHost: hub\r\n"
    if let token, !token.isEmpty { request += "Authorization: Bearer \(token)\r\n" }
    let bytes = ByteBuffer(string: request + "\r\n")
    let bootstrap = ClientBootstrap.with { Asker(bytes, count, failures) }
    for _ in 0..<connections { _ = try await bootstrap.connect(host: url.host, port: url.port).get() }
    try await Task.sleep(for: .seconds(1))
    let (start, before) = (ContinuousClock.now, count.received.load(ordering: .relaxed))
    try await Task.sleep(for: .seconds(seconds))
    let answered = count.received.load(ordering: .relaxed) - before
    let time = (ContinuousClock.now - start) / .seconds(1)
    guard failures.received.load(ordering: .relaxed) == 0, answered > 0 else {
      throw BenchFailure("\(url.text)\(path) was not answered with 200")
    }
    return ["requestsPerSecond": Double(answered) / time]
  }
}

/// One connection. Its answers are short: each comes in one piece, or its length says where it ends.
private final class Asker: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let request: ByteBuffer
  private let count: Tally
  private let failures: Tally
  private var text = ""

  init(_ request: ByteBuffer, _ count: Tally, _ failures: Tally) {
    (self.request, self.count, self.failures) = (request, count, failures)
  }

  func channelActive(context: ChannelHandlerContext) { context.writeAndFlush(NIOAny(request), promise: nil) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    text += String(buffer: unwrapInboundIn(data))
    guard let end = text.range(of: "\r\n\r\n") else { return }
    let head = text[..<end.lowerBound].lowercased()
    guard let field = head.range(of: "content-length: ") else { return fail() }
    let length = Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
    guard text[end.upperBound...].utf8.count >= length else { return }
    guard head.hasPrefix("http/1.1 200 ") else { return fail() }
    text = ""
    count.received.add(1, ordering: .relaxed)
    context.writeAndFlush(NIOAny(request), promise: nil)
  }

  private func fail() { failures.received.add(1, ordering: .relaxed) }
}
