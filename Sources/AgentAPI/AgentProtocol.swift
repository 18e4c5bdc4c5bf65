/// The numbers both ends of the socket agree on.
public enum AgentProtocol {
  /// The environment variables that shape an agent; a hello names those its client has, and no others.
  public static let settingVariables: Set<String> = [
    "VAULT_CREDENTIAL_STORE", "VAULT_FILE_KEY", "VAULT_SERVER_URL", "VAULT_CA_FILE", "VAULT_UNLOCK_TIMEOUT",
    "VAULT_TASK_STORE", "VAULT_CALENDAR_DIR", "VAULT_QUIET_HOURS", "VAULT_INBOX_DAYS", "VAULT_INBOX_COUNT",
    "VAULT_HIDE_WHEN_LEFT", "VAULT_DESKTOP_SEARCH", "VAULT_LOG_LEVEL", "VAULT_CONFIG_DIR",
    "VAULT_STATE_DIR", "VAULT_CACHE_DIR",
  ]
  /// Raised when a change breaks older clients or agents.
  public static let version = 2
  /// This build, `MAJOR.MINOR.PATCH`; of two that speak the same protocol the newer one replaces the older. Raised with every request, and
  /// every member of one, that an agent of before does not know; `BuildTests` demands it.
  public static let build = "0.2.8"
  /// What the agent's program is started with to erase a vault whose agent has ended (``ErasureOutcome``).
  public static let erasingArgument = "--finish-erasing"
  /// The longest JSON frame, in bytes: 4 MiB, enough for any page of a list.
  public static let maximumMessageByteCount = 4 << 20
  /// The most tasks one page of a list has. Those with much text make a page shorter.
  public static let maximumPageCount = 1000
  /// The longest part of a document, in bytes before escaping: 512 KiB.
  public static let maximumPartByteCount = 512 << 10
  /// The longest secret frame, in bytes: 64 KiB, the longest protected text.
  public static let maximumSecretByteCount = 64 << 10
  /// The fewest characters of a PIN, so that whoever asks for one can say so while it is typed.
  public static let minimumPINCharacterCount = 6
  /// The longest picture, in bytes: 5 MiB.
  public static let maximumPictureByteCount = 5 << 20
  /// The longest file that is imported in parts, in bytes: 64 MiB, what an import takes of any file.
  public static let maximumFileByteCount = 64 << 20
  /// How long one end takes at most to send the hello or to answer it, in seconds.
  public static let helloDeadlineSeconds = 10.0
  /// How long a started frame may take to arrive or to be taken, in seconds.
  public static let frameDeadlineSeconds = 10.0
  /// How long an agent may keep a client waiting without a word, in seconds. A longer request sends ``Progress``; one that only waits for
  /// events may wait for days.
  public static let silenceDeadlineSeconds = 180.0
}
