internal import NIOCore
internal import NIOWebSocket

/// Reads what a WebSocket client sends, which is nothing but answers to pings, pings of its own, and the end: messages go out by
/// `POST`. Used on the connection's event loop alone.
final class WebSocketInboundHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  /// The most bytes of a frame.
  static let maximumFrameByteCount = 4 << 10

  private let stream: StreamHandler
  private var rules = WebSocketFrameValidator()

  init(_ stream: StreamHandler) { self.stream = stream }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    stream.recordAnswer()
    if let violation = rules.violation(by: frame) { return stream.end(WebSocketText.closing(violation)) }
    switch frame.opcode {
    // One that reads nothing gets no answers, so that they use no memory.
    case .ping where stream.isWritable: stream.send(WebSocketText.pong(frame.unmaskedData))
    case .connectionClose: stream.end(WebSocketText.closing(.normalClosure))
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? NIOWebSocketError else { return context.fireErrorCaught(error) }
    let isTooLong = if case .invalidFrameLength = error { true } else { false }
    stream.end(WebSocketText.closing(isTooLong ? .messageTooLarge : .protocolError))
  }
}
