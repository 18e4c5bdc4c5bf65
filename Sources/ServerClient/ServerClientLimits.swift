internal import ServerAPI

/// Bounds of everything that goes to the server or comes from it.
public enum ServerClientLimits {
  /// The longest answer, in bytes: 64 KiB.
  public static let answerByteCount = 64 << 10
  /// The longest item of a page, in bytes: 10 KiB, for a payload whose characters are all escaped, and what stands around it.
  public static let itemByteCount = 2 * ServerLimits.payloadByteCount + (2 << 10)
  /// The longest page of that many items, in bytes.
  static func pageByteCount(_ count: Int) -> Int { count * itemByteCount + (4 << 10) }
  /// The longest list of devices or deliveries, in bytes: 1 MiB.
  public static let listByteCount = 1 << 20
  /// The longest line and the longest event of a stream, in bytes: 64 KiB.
  public static let eventByteCount = 64 << 10
  /// The longest message of a page of a channel, in bytes: 26 KiB, for a text whose bytes are all escaped, and what stands
  /// around it.
  public static let messageByteCount = 6 * ServerLimits.messageByteCount + (2 << 10)
  /// The longest entity tag, in bytes.
  public static let entityTagByteCount = 128
  /// How long a stream may be silent, heartbeats included, until it counts as dead: 60 seconds, three heartbeats.
  public static let streamSilence = Duration.seconds(60)
  /// The longest email, in UTF-8 bytes.
  public static let emailByteCount = ServerLimits.emailByteCount
  /// The longest password, in UTF-8 bytes.
  public static let passwordByteCount = ServerLimits.passwordByteCount.upperBound
  /// The longest `Retry-After` that is obeyed, in seconds: a day.
  public static let retryAfterSeconds = 86_400
}
