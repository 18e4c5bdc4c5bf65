internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import ServerAPI

/// Watches over one connection: requests that trickle in and answers that nobody takes are cut off, what is no HTTP gets
/// its answer in the one JSON shape, and a connection that is to close closes without losing the answer.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let bodyTimeout: TimeAmount
  private var reading: Scheduled<Void>?
  private var writing: Scheduled<Void>?
  private var parserError: HTTPParserError?
  private var unanswered = 0
  private var closesAfterAnswer = false
  private var isStreaming = false

  /// How long a connection that is closing may take to take its last answer.
  private static let lingering = TimeAmount.seconds(2)

  init(bodyTimeout: TimeAmount) { self.bodyTimeout = bodyTimeout }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      unanswered += 1
      reading?.cancel()
      reading = schedule(context) { handler, context in handler.readingTookTooLong(context) }
    case .body: break
    case .end:
      reading?.cancel()
      reading = nil
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    parserError = error as? HTTPParserError
    context.fireErrorCaught(error)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client that closes its half may still wait for an answer, but not for one without an end.
    if isStreaming, case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      unanswered -= 1
      writing?.cancel()
      // An event stream has no end; who doesn't take it is found out by its heartbeat.
      isStreaming = head.headerFields[.contentType] == "text/event-stream"
      writing = isStreaming ? nil : schedule(context) { _, context in context.close(promise: nil) }
      closesAfterAnswer = head.headerFields[.connection] == "close"
      // Hummingbird's own answer to what it can't parse has no body.
      let isBare = head.status == .badRequest && head.headerFields[.contentLength] == "0"
      guard isBare else { return context.write(data, promise: promise) }
      writeError(context, parserError == .headerOverflow ? .headersTooLarge : .badRequest, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end: writeEnd(context, data, promise: promise)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    reading?.cancel()
    writing?.cancel()
  }

  private func writeEnd(_ context: ChannelHandlerContext, _ data: NIOAny, promise: EventLoopPromise<Void>?) {
    let written = promise ?? context.eventLoop.makePromise()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    written.futureResult.whenComplete { _ in
      let (handler, context) = bound.value
      handler.answerWasTaken(context)
    }
    context.write(data, promise: written)
  }

  private func answerWasTaken(_ context: ChannelHandlerContext) {
    writing?.cancel()
    writing = nil
    guard closesAfterAnswer, context.channel.isActive else { return }
    // Closing at once while the client still sends would reset the connection and could take the answer with it.
    context.close(mode: .output, promise: nil)
    writing = schedule(context, in: Self.lingering) { _, context in context.close(promise: nil) }
  }

  private func readingTookTooLong(_ context: ChannelHandlerContext) {
    reading = nil
    // Only the request being read is open, so the answer is its own.
    guard unanswered == 1 else { return context.close(promise: nil) }
    writeError(context, .requestTimeout, promise: nil)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
  }

  private func writeError(_ context: ChannelHandlerContext, _ code: APIError.Code, promise: EventLoopPromise<Void>?) {
    var fields = SecurityHeaders.all
    let text = Self.text(code)
    fields[.connection] = "close"
    fields[.contentType] = "application/json"
    fields[.contentLength] = String(text.utf8.count)
    context.write(wrapOutboundOut(.head(HTTPResponse(status: code.status, headerFields: fields))), promise: promise)
    context.write(wrapOutboundOut(.body(ByteBuffer(string: text))), promise: nil)
  }

  private static func text(_ code: APIError.Code) -> String {
    let message =
      switch code {
      case .headersTooLarge: "the headers are too large"
      case .requestTimeout: "the request took too long to arrive"
      default: "this is no HTTP request"
      }
    return #"{"error":{"code":"\#(code.rawValue)","message":"\#(message)"}}"#
  }

  private func schedule(
    _ context: ChannelHandlerContext, in time: TimeAmount? = nil,
    _ action: @escaping @Sendable (ConnectionGuard, ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: time ?? bodyTimeout) {
      let (handler, context) = bound.value
      action(handler, context)
    }
  }
}
