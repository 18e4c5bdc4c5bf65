internal import HTTPBounds
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1
internal import NIOWebSocket

extension ConnectionGuard {
  /// Turns the connection into a stream: what took HTTP apart goes, and with it most of what a connection costs. This happens at
  /// once with the answer's head, so that nothing that the client sends after it is met by the old handlers.
  func become(_ start: StreamStart, _ context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    if let connection { admission.limiter.markKnown(connection, of: start.account) }
    do {
      if start.format == .webSocket {
        try addReader(start, after: self, pipeline, context.channel)
      } else {
        try pipeline.addHandler(StreamHandler(start, on: context.channel), position: .after(self))
      }
      remove(HTTPConnectionStateHandler.self, pipeline)
      remove(HTTP1ToHTTPServerCodec.self, pipeline)
      remove(HTTPResponseEncoder.self, pipeline)
      remove(UndecodedByteLimit.Reset.self, pipeline)
      remove(ByteToMessageHandler<HTTPRequestDecoder>.self, pipeline)
      remove(UndecodedByteLimit.self, pipeline)
      pipeline.removeHandler(context: context, promise: nil)
    } catch {
      context.close(promise: nil)
    }
  }

  private func addReader(
    _ start: StreamStart, after handler: any ChannelHandler, _ pipeline: ChannelPipeline.SynchronousOperations,
    _ channel: any Channel
  ) throws {
    let stream = StreamHandler(start, on: channel)
    let decoder = ByteToMessageHandler(
      WebSocketFrameDecoder(maxFrameSize: WebSocketInboundHandler.maximumFrameByteCount))
    try pipeline.addHandlers([decoder, WebSocketInboundHandler(stream), stream], position: .after(handler))
  }

  private func remove<Handler: RemovableChannelHandler>(
    _ type: Handler.Type, _ pipeline: ChannelPipeline.SynchronousOperations
  ) {
    guard let context = try? pipeline.context(handlerType: type) else { return }
    pipeline.removeHandler(context: context, promise: nil)
  }
}

extension Response {
  /// An answer without an end. The connection is the stream's from the answer's head on; of `HEAD`, it stays what it was.
  ///
  /// - Throws: what the channel throws that is closed.
  static func stream(
    _ start: StreamStart, headers: HTTPFields, to request: Request, on channel: any Channel
  ) async throws -> Response {
    guard request.method != .head else { return Response(status: .ok, headers: headers) }
    do {
      try await channel.eventLoop.submit {
        try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self).upcoming = start
      }.get()
    } catch is ChannelPipelineError {
      // Its handlers go with a connection.
      throw ChannelError.ioOnClosedChannel
    }
    // There is no body for the server to end: the connection's handlers write it.
    return Response(
      status: start.format == .webSocket ? .switchingProtocols : .ok, headers: headers, body: ResponseBody { _ in })
  }
}
