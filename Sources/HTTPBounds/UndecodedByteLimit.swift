public import NIOCore

/// Bounds what a decoder of HTTP/1 (RFC 9112) takes in without making anything of it.
///
/// The decoder's own limits count names and values, and not the blanks before a value, which it keeps until the value comes: gigabytes
/// from a stranger. Bodies and streams are never stopped: of each of their parts the decoder makes something at once.
public final class UndecodedByteLimit: ChannelInboundHandler, RemovableChannelHandler {
  public typealias InboundIn = ByteBuffer

  /// Sits behind the decoder, and says when it has made something.
  public final class Reset: ChannelInboundHandler, RemovableChannelHandler {
    public typealias InboundIn = Any

    private let limit: UndecodedByteLimit

    fileprivate init(_ limit: UndecodedByteLimit) { self.limit = limit }

    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      limit.byteCount = 0
      context.fireChannelRead(data)
    }
  }

  private let maximumByteCount: Int
  private let error: any Error
  private var byteCount = 0
  private var isExceeded = false

  /// - Parameters:
  ///   - maximumByteCount: more than what is read at once, and than the longest head.
  ///   - error: what is then told the handlers behind, once; nothing more is read.
  private init(_ maximumByteCount: Int, _ error: any Error) {
    self.maximumByteCount = maximumByteCount
    self.error = error
  }

  /// Puts the limit around a decoder. Called on the channel's event loop.
  ///
  /// - Throws: what the pipeline throws that has no such decoder.
  public static func add<Decoder: ByteToMessageDecoder>(
    of maximumByteCount: Int, around decoder: Decoder.Type, to pipeline: ChannelPipeline.SynchronousOperations,
    error: any Error
  ) throws {
    let handler = try pipeline.handler(type: ByteToMessageHandler<Decoder>.self)
    let limit = UndecodedByteLimit(maximumByteCount, error)
    try pipeline.addHandler(limit, position: .before(handler))
    try pipeline.addHandler(Reset(limit), position: .after(handler))
  }

  public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isExceeded else { return }
    byteCount += Self.unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
    guard byteCount > maximumByteCount else { return }
    isExceeded = true
    context.fireErrorCaught(error)
  }
}
