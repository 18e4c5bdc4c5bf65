internal import NIOCore
internal import NIOWebSocket
internal import StrictJSON

/// The rules that what a WebSocket client sends has to follow (RFC 6455, sections 5 to 7), as far as NIO does not look at them:
/// masks, reserved bits and kinds of frames, the order of fragments, and that texts are UTF-8.
struct WebSocketFrameValidator {
  /// The text that is being sent, in one frame or several.
  private var text: UTF8Parts?
  private var isInMessage = false

  /// Looks at the next frame.
  ///
  /// - Returns: why the connection is to end; nil for a frame that follows the rules.
  mutating func violation(by frame: WebSocketFrame) -> WebSocketErrorCode? {
    // No extension was agreed upon that would give the reserved bits a meaning.
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return .protocolError }
    switch frame.opcode {
    case .text, .binary:
      guard !isInMessage else { return .protocolError }
      text = frame.opcode == .text ? UTF8Parts() : nil
      return violation(byPart: frame)
    case .continuation: return isInMessage ? violation(byPart: frame) : .protocolError
    case .ping, .pong: return nil
    case .connectionClose: return Self.violation(byClosing: frame.unmaskedData)
    default: return .protocolError
    }
  }

  private mutating func violation(byPart frame: WebSocketFrame) -> WebSocketErrorCode? {
    isInMessage = !frame.fin
    guard var check = text else { return nil }
    guard check.accepts(frame.unmaskedData.readableBytesView, isEnd: frame.fin) else {
      return .dataInconsistentWithMessage
    }
    text = check
    return nil
  }

  /// A closing frame is empty, or has a code that may be sent and a reason.
  private static func violation(byClosing data: ByteBuffer) -> WebSocketErrorCode? {
    var data = data
    guard data.readableBytes > 0 else { return nil }
    guard let code = data.readInteger(as: UInt16.self), isSendable(code) else { return .protocolError }
    var check = UTF8Parts()
    return check.accepts(data.readableBytesView, isEnd: true) ? nil : .dataInconsistentWithMessage
  }

  /// Section 7.4, and the registry of close codes.
  private static func isSendable(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// Looks whether bytes that come in parts are UTF-8; keeps at most three of them.
struct UTF8Parts {
  /// The beginning of a character whose rest is to come.
  private var rest: [UInt8] = []

  /// Whether what has come so far is UTF-8, or can become so.
  ///
  /// - Parameter isEnd: nothing comes after this part.
  mutating func accepts(_ part: some Collection<UInt8>, isEnd: Bool) -> Bool {
    let bytes = rest + part
    let whole = isEnd ? bytes[...] : bytes.dropLast(Self.unfinishedCount(bytes))
    rest = Array(bytes[whole.endIndex...])
    return whole.withUnsafeBytes { UTF8Check.isValid($0) }
  }

  /// How many of the last bytes are of a character that is longer: its first byte says so.
  private static func unfinishedCount(_ bytes: [UInt8]) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      return characterByteCount(byte) > index + 1 ? index + 1 : 0
    }
    return 0
  }

  /// How many bytes a character has by its first one; 1 for what begins none.
  private static func characterByteCount(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
