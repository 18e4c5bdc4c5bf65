internal import HTTPBounds
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOExtras
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import ServerAPI

/// Watches over one connection: requests that trickle in and answers that nobody reads are cut off, what is no HTTP gets
/// its answer in the one JSON shape, and a connection that is to close closes without losing the answer.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let bodyTimeout: TimeAmount
  let admission: ConnectionAdmission
  /// What the connection has, while it is open.
  private(set) var connection: TrackedConnection?
  private var reading: ConnectionDeadline?
  private var writing: ConnectionDeadline?
  private var parserError: HTTPParserError?
  private var unanswered = 0
  private var closesAfterAnswer = false
  /// The parser reads nothing after a request that asks for another protocol.
  private var asksForUpgrade = false
  private var isQuiescing = false
  /// Whether the last answer has gone and it is only waited for until the client has read it.
  private var isLingering = false
  /// Whether it is no connection of HTTP any more; what is still under way for one is dropped.
  private var isStream = false
  /// What the connection becomes with the head of the next answer.
  var upcoming: StreamStart?

  /// When the request being read began, and the bytes of its body so far.
  private var readingSince = NIODeadline.now()
  private var bodyByteCount = 0

  /// What is longer than this may take longer, as long as it comes so quickly: bytes in a second.
  private static let slowestRate = 64 << 10
  /// What the parser may take in without making anything of it, in bytes: several times the longest head.
  private static let longestUndecoded = 64 << 10
  /// How long a connection that is closing may take to read its last answer.
  private static let lingering = TimeAmount.seconds(2)

  init(bodyTimeout: TimeAmount, admission: ConnectionAdmission) {
    self.bodyTimeout = bodyTimeout
    self.admission = admission
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // The buffer stays as long as the connection; most requests fit into this one, and it grows for the others.
    let allocator = AdaptiveRecvByteBufferAllocator(minimum: 1 << 10, initial: 1 << 10, maximum: 16 << 10)
    try? context.channel.syncOptions?.setOption(.recvAllocator, value: allocator)
    do {
      try UndecodedByteLimit.add(
        of: Self.longestUndecoded, around: HTTPRequestDecoder.self, to: context.pipeline.syncOperations,
        error: HTTPParserError.headerOverflow)
    } catch { context.close(promise: nil) }
    reading = ConnectionDeadline(on: context.eventLoop) { [unowned self] in readingTookTooLong(context) }
    writing = ConnectionDeadline(on: context.eventLoop) { [unowned self] in writingTookTooLong(context) }
    connection = admission.admit(context.channel)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isStream else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      unanswered += 1
      asksForUpgrade = head.headerFields[.upgrade] != nil
      (readingSince, bodyByteCount) = (.now(), 0)
      reading?.set(readingSince + bodyTimeout)
      if let connection { admission.record(head.headerFields, on: connection) }
    case .body(let part): readOn(part.readableBytes)
    case .end:
      reading?.clear()
      // An answer that came before the end of its request is no work, and nothing would end it.
      if unanswered > 0 { connection?.work() }
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isStream else { return }
    // What the parser says after its first error is about the rest of the same bytes.
    parserError = parserError ?? error as? HTTPParserError
    context.fireErrorCaught(error)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { isQuiescing = true }
    if let proxied = event as? ProxiedSource, let connection {
      admission.limiter.move(connection, to: proxied.address, isSource: true)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isStream else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      unanswered -= 1
      if let upcoming {
        (self.upcoming, isStream) = (nil, true)
        context.writeAndFlush(data, promise: promise)
        become(upcoming, context)
        if isQuiescing { context.pipeline.fireUserInboundEventTriggered(StreamEnding.restart) }
        return
      }
      writing?.set(.now() + bodyTimeout)
      closesAfterAnswer = asksForUpgrade || head.headerFields[.connection] == "close"
      // Hummingbird's own answer to what it can't parse has no body.
      let isBare = head.status == .badRequest && head.headerFields[.contentLength] == "0"
      guard isBare else { return context.write(asksForUpgrade ? Self.closing(head) : data, promise: promise) }
      writeError(context, parserError == .headerOverflow ? .headersTooLarge : .badRequest, promise: promise)
    case .body(let part):
      writeOn(part.readableBytes)
      context.write(data, promise: promise)
    case .end: writeEnd(context, data, promise: promise)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    reading?.end()
    writing?.end()
    (reading, writing) = (nil, nil)
  }

  private static func closing(_ head: HTTPResponse) -> NIOAny {
    var head = head
    head.headerFields[.connection] = head.headerFields[.upgrade] == nil ? "close" : "Upgrade, close"
    return NIOAny(HTTPResponsePart.head(head))
  }

  private func writeEnd(_ context: ChannelHandlerContext, _ data: NIOAny, promise: EventLoopPromise<Void>?) {
    let written = promise ?? context.eventLoop.makePromise()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    written.futureResult.whenComplete { _ in
      let (handler, context) = bound.value
      handler.answerWasSent(context)
    }
    context.write(data, promise: written)
  }

  /// Gives a body of some length the time that it needs at ``slowestRate``.
  private func readOn(_ count: Int) {
    bodyByteCount += count
    guard bodyByteCount > Self.slowestRate, let reading, reading.isSet else { return }
    reading.set(readingSince + bodyTimeout + .seconds(Int64(bodyByteCount / Self.slowestRate)))
  }

  /// A long part of an answer is written when the client has read the one before: it may take as long.
  private func writeOn(_ count: Int) {
    guard count > Self.slowestRate, let writing, writing.isSet else { return }
    writing.set(.now() + bodyTimeout)
  }

  private func answerWasSent(_ context: ChannelHandlerContext) {
    writing?.clear()
    if unanswered == 0, let connection {
      connection.rest()
      admission.limiter.forget(connection)
    }
    guard closesAfterAnswer, context.channel.isActive else { return }
    // Closing at once while the client still sends would reset the connection and could take the answer with it.
    context.close(mode: .output, promise: nil)
    isLingering = true
    writing?.set(.now() + Self.lingering)
  }

  private func writingTookTooLong(_ context: ChannelHandlerContext) {
    // What was written as a whole may still be on its way to a client that reads it.
    if isLingering { context.close(promise: nil) } else { context.channel.reset() }
  }

  private func readingTookTooLong(_ context: ChannelHandlerContext) {
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
      default: "this is not an HTTP request"
      }
    return #"{"error":{"code":"\#(code.rawValue)","message":"\#(message)"}}"#
  }
}
