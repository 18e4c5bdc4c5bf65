internal import NIOCore

/// The bytes of an event stream (WHATWG HTML, "Server-sent events") in an HTTP/1.1 answer without a length.
enum EventStreamText {
  /// A comment.
  static let heartbeat = chunk(ByteBuffer(string: ":\n\n"))
  /// Ends the answer (RFC 9112, section 7.1).
  private static let lastChunk = ByteBuffer(string: "0\r\n\r\n")

  /// One event, in one piece of memory: there may be ten thousand of it.
  static func chunk(_ event: StreamEvent) -> ByteBuffer {
    let idCount = event.id.map { $0.utf8.count + 5 } ?? 0
    let count = 16 + event.name.utf8CodeUnitCount + idCount + event.data.readableBytes
    var buffer = begin(count)
    buffer.writeStaticString("event: ")
    buffer.writeStaticString(event.name)
    if let id = event.id {
      buffer.writeStaticString("\nid: ")
      buffer.writeString(id)
    }
    buffer.writeStaticString("\ndata: ")
    buffer.writeImmutableBuffer(event.data)
    buffer.writeStaticString("\n\n\r\n")
    return buffer
  }

  /// What is written before the end, and the end.
  static func closingBytes(_ ending: StreamEnding) -> ByteBuffer {
    var buffer = ByteBuffer()
    if let event = ending.event { buffer.writeImmutableBuffer(chunk(event)) }
    if case .restarting(let milliseconds) = ending {
      buffer.writeImmutableBuffer(chunk(ByteBuffer(string: "retry: \(milliseconds)\n\n")))
    }
    buffer.writeImmutableBuffer(lastChunk)
    return buffer
  }

  private static func chunk(_ text: ByteBuffer) -> ByteBuffer {
    var buffer = begin(text.readableBytes)
    buffer.writeImmutableBuffer(text)
    buffer.writeStaticString("\r\n")
    return buffer
  }

  private static func begin(_ count: Int) -> ByteBuffer {
    let length = String(count, radix: 16)
    var buffer = ByteBufferAllocator().buffer(capacity: length.utf8.count + count + 4)
    buffer.writeString(length)
    buffer.writeStaticString("\r\n")
    return buffer
  }
}
