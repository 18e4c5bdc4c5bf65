internal import NIOCore
internal import NIOWebSocket

/// The bytes of what a server says over a WebSocket (RFC 6455, section 5.2). Its frames are not masked.
enum WebSocketText {
  /// Asks for a pong.
  static let ping = frame(.ping, ByteBuffer())

  /// One event as a text message.
  static func message(_ event: StreamEvent) -> ByteBuffer {
    let idCount = event.id.map { $0.utf8.count + 8 } ?? 0
    let count = 20 + event.name.utf8CodeUnitCount + idCount + event.data.readableBytes
    var buffer = begin(.text, count)
    buffer.writeStaticString(#"{"event":""#)
    buffer.writeStaticString(event.name)
    if let id = event.id {
      buffer.writeStaticString(#"","id":""#)
      buffer.writeString(id)
    }
    buffer.writeStaticString(#"","data":"#)
    buffer.writeImmutableBuffer(event.data)
    buffer.writeStaticString("}")
    return buffer
  }

  /// What is written before the end, and the closing frame.
  static func closingBytes(_ ending: StreamEnding) -> ByteBuffer {
    var buffer = ByteBuffer()
    if let event = ending.event { buffer.writeImmutableBuffer(message(event)) }
    buffer.writeImmutableBuffer(closing(ending.code, ending.reason))
    return buffer
  }

  /// Answers a ping.
  static func pong(_ data: ByteBuffer) -> ByteBuffer { frame(.pong, data) }

  /// The closing frame, with at most 123 bytes of a reason.
  static func closing(_ code: WebSocketErrorCode, _ reason: String = "") -> ByteBuffer {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    return frame(.connectionClose, data)
  }

  private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> ByteBuffer {
    var buffer = begin(opcode, data.readableBytes)
    buffer.writeImmutableBuffer(data)
    return buffer
  }

  private static func begin(_ opcode: WebSocketOpcode, _ count: Int) -> ByteBuffer {
    var buffer = ByteBufferAllocator().buffer(capacity: 10 + count)
    buffer.writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
    switch count {
    case ..<126: buffer.writeInteger(UInt8(count))
    case ..<(1 << 16):
      buffer.writeInteger(126 as UInt8)
      buffer.writeInteger(UInt16(count))
    default:
      buffer.writeInteger(127 as UInt8)
      buffer.writeInteger(UInt64(count))
    }
    return buffer
  }
}
