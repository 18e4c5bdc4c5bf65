internal import ServerAPI

/// Bounds of everything that goes to the server or comes from it.
public enum ServerClientLimits {
  /// The longest answer, in bytes: 64 KiB.
  public static let answerByteCount = 64 << 10
  /// The longest email, in UTF-8 bytes.
  public static let emailByteCount = ServerLimits.emailByteCount
  /// The longest password, in UTF-8 bytes.
  public static let passwordByteCount = ServerLimits.passwordByteCount.upperBound
  /// The longest `Retry-After` that is obeyed, in seconds: a day.
  public static let retryAfterSeconds = 86_400
}
