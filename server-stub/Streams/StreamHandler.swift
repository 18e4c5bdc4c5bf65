internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOExtras

/// What a connection becomes once the head of its answer is written.
struct StreamStart: Sendable {
  /// How its events travel.
  let format: StreamFormat
  /// Whose stream it is.
  let account: UUID
  /// Called on the connection's event loop.
  let begin: @Sendable (StreamHandler) -> Void
}

/// Writes a stream on a connection that has nothing of HTTP left on it, and ends it. Used on the connection's event loop alone.
final class StreamHandler: ChannelDuplexHandler {
  // Whatever the client still sends is ignored unread.
  typealias InboundIn = Any
  typealias OutboundIn = Any
  typealias OutboundOut = ByteBuffer

  /// The connection.
  let channel: any Channel
  private let start: StreamStart
  private var context: ChannelHandlerContext?
  private var hasEnded = false
  /// How many heartbeats in a row went unanswered; counted where they are answered.
  private var unansweredBeats = 0

  /// How long the client may take to read the last bytes.
  private static let lingering = TimeAmount.seconds(2)
  /// A WebSocket client that answers none of so many pings is gone.
  private static let maximumUnansweredBeats = 2

  init(_ start: StreamStart, on channel: any Channel) {
    self.start = start
    self.channel = channel
  }

  /// Whether the client reads what is written.
  var isWritable: Bool { !hasEnded && channel.isWritable }

  /// Writes an event.
  func write(_ event: StreamEvent) {
    guard !hasEnded else { return }
    send(start.format.bytes(event))
  }

  /// Writes events.
  ///
  /// - Returns: when the client has read them.
  func write(_ events: [StreamEvent]) -> EventLoopFuture<Void> {
    guard !hasEnded, let context else { return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
    var bytes = ByteBuffer()
    for event in events { bytes.writeImmutableBuffer(start.format.bytes(event)) }
    return context.writeAndFlush(wrapOutboundOut(bytes))
  }

  /// Writes bytes of the format itself.
  func send(_ bytes: ByteBuffer) { context?.writeAndFlush(wrapOutboundOut(bytes), promise: nil) }

  /// Keeps the connection from looking dead.
  func sendHeartbeat() {
    guard !hasEnded else { return }
    if start.format == .webSocket {
      unansweredBeats += 1
      guard unansweredBeats <= Self.maximumUnansweredBeats else { return end(.stuck) }
    }
    send(start.format.heartbeat)
  }

  /// The client has shown that it is there.
  func recordAnswer() { unansweredBeats = 0 }

  /// Sends why the stream ends to a client that reads it, and closes the connection; that of another is reset.
  func end(_ ending: StreamEnding) { end(isWritable ? start.format.closingBytes(ending) : nil) }

  /// Writes the last bytes and closes the connection; resets it when there are none.
  func end(_ closingBytes: ByteBuffer?) {
    guard !hasEnded else { return }
    hasEnded = true
    guard let closingBytes, let context else { return channel.reset() }
    let channel = channel
    context.writeAndFlush(wrapOutboundOut(closingBytes)).whenComplete { _ in channel.close(promise: nil) }
    channel.eventLoop.scheduleTask(in: Self.lingering) { if channel.isActive { channel.reset() } }
  }
}

extension StreamHandler {
  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    start.begin(self)
    context.read()
    // The task that answered the request has nothing more to do.
    context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func channelReadComplete(context: ChannelHandlerContext) {
    // Whoever answered the request asks for no more; without reading, neither an answer nor the client's end is seen.
    context.read()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // The answer to another request that came together with this one.
    promise?.fail(ChannelError.ioOnClosedChannel)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { channel.close(promise: nil) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let ending as StreamEnding: end(ending)
    // A client that closes its half waits for no answer without an end.
    case ChannelEvent.inputClosed, is ChannelShouldQuiesceEvent: channel.close(promise: nil)
    default: break
    }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    // The task that answered the request closes its half of the connection.
    if case .output = mode { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
  }
}
