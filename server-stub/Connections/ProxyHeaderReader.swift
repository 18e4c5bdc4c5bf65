internal import NIOCore

/// Where a connection comes from, as a trusted proxy has said at its beginning.
struct ProxiedSource: Sendable {
  let address: NetworkAddress
}

/// Removes the header of the PROXY protocol from a connection of a trusted proxy, before TLS and HTTP see it; where none comes it
/// changes nothing. It stands nearest to the network, and goes when it knows.
final class ProxyHeaderReader: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// What has come while that was no whole header.
  private var waiting: ByteBuffer?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if var before = waiting {
      before.writeBuffer(&bytes)
      bytes = before
    }
    switch ProxyHeader(Array(bytes.readableBytesView.prefix(4096))) {
    case .incomplete: waiting = bytes
    case .malformed:
      waiting = nil
      context.close(promise: nil)
    case .none: resume(with: bytes, context)
    case .header(let source, let count):
      bytes.moveReaderIndex(forwardBy: count)
      if let source { context.fireUserInboundEventTriggered(ProxiedSource(address: source)) }
      resume(with: bytes, context)
    }
  }

  private func resume(with bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    waiting = nil
    if bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }
}
