/// The numbers both ends of the socket agree on.
public enum AgentProtocol {
  /// Raised when a change breaks older clients or agents.
  public static let version = 1
  /// The longest JSON frame, in bytes: 4 MiB, enough for a list of 10,000 tasks.
  public static let maximumMessageByteCount = 4 << 20
  /// The longest secret frame, in bytes: 64 KiB, the longest protected text.
  public static let maximumSecretByteCount = 64 << 10
}
