import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// `vault-server`: event streams of one user, to whom is pushed.
struct EventStreamHub: MeasuredHub {
  let url: BaseURL
  let token: String

  func connect(_ tally: Tally) async throws {
    let request = "GET /v1/events HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer \(token)\r\n\r\n"
    _ = try await ClientBootstrap.with { StreamCounter(request: request, tally: tally) }
      .connect(host: url.host, port: url.port).get()
  }

  func send(_ number: Int) async throws {
    var request = HTTPClientRequest(url: url.text + "/v1/pushes")
    request.method = .POST
    request.headers.add(name: "Authorization", value: "Bearer \(token)")
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(
      ByteBuffer(string: #"{"payload":{"aps":{"alert":"\#(SampleText.of(number))"},"kind":"notice"}}"#))
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    guard response.status == .created else { throw BenchFailure("a push was answered with \(response.status)") }
  }
}

/// Counts the events of one stream by their beginning, without taking them apart.
private final class StreamCounter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// How an event begins, at the start of a line.
  private static let marker = Array("\nevent: push".utf8)

  private let request: String
  private let tally: Tally
  private var isOpen = false
  /// How much of the marker the last bytes were.
  private var matched = 0

  init(request: String, tally: Tally) {
    self.request = request
    self.tally = tally
  }

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(NIOAny(ByteBuffer(string: request)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isOpen {
      isOpen = true
      tally.open.add(1, ordering: .relaxed)
    }
    var count = 0
    for byte in unwrapInboundIn(data).readableBytesView {
      matched = byte == Self.marker[matched] ? matched + 1 : byte == Self.marker[0] ? 1 : 0
      guard matched == Self.marker.count else { continue }
      count += 1
      matched = 0
    }
    if count > 0 { tally.received.add(count, ordering: .relaxed) }
  }
}
