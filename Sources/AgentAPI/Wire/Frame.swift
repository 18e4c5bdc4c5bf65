internal import Localization
public import SecretMemory

/// What travels in one frame.
public enum Frame: ~Copyable, Sendable {
  /// JSON: a ``ClientMessage`` or an ``AgentMessage``.
  case message([UInt8])
  /// A secret, already in secret memory.
  case secret(SecretBytes)
}

/// The five bytes before every body: a big-endian 32-bit length of the body, then its kind.
public struct FrameHeader: Equatable, Sendable {
  /// What the body is.
  public enum Kind: UInt8, Sendable {
    /// JSON.
    case message = 1
    /// A secret.
    case secret = 2

    /// The longest body of this kind, in bytes.
    public var maximumByteCount: Int {
      switch self {
      case .message: AgentProtocol.maximumMessageByteCount
      case .secret: AgentProtocol.maximumSecretByteCount
      }
    }
  }

  /// How many bytes a header has.
  public static let byteCount = 5
  /// What the body is.
  public let kind: Kind
  /// How many bytes the body has.
  public let count: Int

  /// Announces a body.
  ///
  /// - Throws: ``ChannelError/tooLong(count:maximum:)``.
  public init(kind: Kind, count: Int) throws(ChannelError) {
    guard (0...kind.maximumByteCount).contains(count) else {
      throw .tooLong(count: count, maximum: kind.maximumByteCount)
    }
    self.kind = kind
    self.count = count
  }

  /// Reads a header, and refuses a length beyond the kind's maximum before anything of the body is read.
  ///
  /// - Parameter bytes: exactly ``byteCount`` bytes.
  public init(bytes: [UInt8]) throws(ChannelError) {
    precondition(bytes.count == Self.byteCount, "a header has \(Self.byteCount) bytes")
    guard let kind = Kind(rawValue: bytes[4]) else { throw .unknownKind(bytes[4]) }
    try self.init(kind: kind, count: bytes[..<4].reduce(0) { $0 << 8 | Int($1) })
  }

  /// The header as it travels.
  public var bytes: [UInt8] {
    let count = UInt32(self.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + [kind.rawValue]
  }
}
