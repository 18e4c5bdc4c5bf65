internal import Hummingbird
internal import NIOCore

/// One event of a stream, before it is written in the way of its connection.
struct StreamEvent: Sendable {
  let name: StaticString
  /// The client's cursor after it; nil for an event without one.
  var id: String?
  /// JSON without line feeds.
  let data: ByteBuffer
}

extension StreamEvent {
  /// An event whose data is a value as JSON.
  ///
  /// - Throws: what encoding throws.
  init(_ name: StaticString, id: (some StreamCursor)?, _ value: some Encodable) throws {
    self.init(name: name, id: id.map { "\($0)" }, data: ByteBuffer(string: try Response.jsonText(value)))
  }
}

/// How events travel on a connection.
enum StreamFormat: Sendable {
  /// Server-sent events (WHATWG HTML, "Server-sent events"), in chunks (RFC 9112, section 7.1).
  case eventStream
  /// Text messages, each a JSON object with `event`, `id` and `data` (RFC 6455).
  case webSocket

  /// An event as it goes out.
  func bytes(_ event: StreamEvent) -> ByteBuffer {
    switch self {
    case .eventStream: EventStreamText.chunk(event)
    case .webSocket: WebSocketText.message(event)
    }
  }

  /// What keeps a connection from looking dead.
  var heartbeat: ByteBuffer {
    switch self {
    case .eventStream: EventStreamText.heartbeat
    case .webSocket: WebSocketText.ping
    }
  }

  /// The last that goes out.
  func closingBytes(_ ending: StreamEnding) -> ByteBuffer {
    switch self {
    case .eventStream: EventStreamText.closingBytes(ending)
    case .webSocket: WebSocketText.closingBytes(ending)
    }
  }
}
