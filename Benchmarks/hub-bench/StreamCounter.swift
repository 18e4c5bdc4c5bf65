import NIOCore
import Synchronization

/// What all streams of a run have received.
final class Tally: Sendable {
  let opened = Atomic<Int>(0)
  let events = Atomic<Int>(0)
}

/// Counts the events of one stream by their empty lines, without taking them apart.
final class StreamCounter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let request: String
  private let tally: Tally
  private var isOpen = false

  init(request: String, tally: Tally) {
    self.request = request
    self.tally = tally
  }

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(NIOAny(ByteBuffer(string: request)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    if !isOpen {
      isOpen = true
      tally.opened.add(1, ordering: .relaxed)
    }
    let marker = Array("event: push".utf8)
    let count = buffer.withUnsafeReadableBytes { bytes in
      var count = 0
      var index = 0
      while index + marker.count <= bytes.count {
        if bytes[index] == marker[0], bytes[index + 7] == marker[7], bytes[index + 10] == marker[10],
          bytes[index..<index + marker.count].elementsEqual(marker)
        {
          count += 1
          index += marker.count
        } else {
          index += 1
        }
      }
      return count
    }
    if count > 0 { tally.events.add(count, ordering: .relaxed) }
  }
}
