internal import NIOCore
internal import NIOWebSocket
internal import ServerAPI

/// Why the server ends a stream.
enum StreamEnding: Sendable {
  /// The channel is closed for this device.
  case closed(ChannelClosing.Reason)
  /// The session is over.
  case sessionOver
  /// The server ends; the client may come back after so many milliseconds.
  case restarting(milliseconds: Int)
  /// What the stream sends can't be read.
  case failed
  /// The client reads nothing, or doesn't answer.
  case stuck

  /// The server ends; clients are to come back one after the other.
  static var restart: StreamEnding { .restarting(milliseconds: .random(in: 1_000...5_000)) }

  /// The last event.
  var event: StreamEvent? {
    guard case .closed(let reason) = self else { return nil }
    return StreamEvent(name: "closed", data: ByteBuffer(string: #"{"reason":"\#(reason.rawValue)"}"#))
  }

  /// As a WebSocket's closing frame says it (RFC 6455, section 7.4.1, and the registry of close codes).
  var code: WebSocketErrorCode {
    switch self {
    case .closed: .normalClosure
    case .sessionOver: .policyViolation
    case .restarting: .unknown(1012)
    case .failed: .unexpectedServerError
    case .stuck: .goingAway
    }
  }

  /// What the closing frame says besides.
  var reason: String {
    switch self {
    case .closed(let reason): reason.rawValue
    case .sessionOver: "the session is over"
    case .restarting(let milliseconds): "retry: \(milliseconds)"
    case .failed: "the server failed"
    case .stuck: "the client does not answer"
    }
  }
}
