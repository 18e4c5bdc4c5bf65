public import FoundationEssentials
public import Localization

/// Why a request failed, in a stable code and in words for a person.
///
/// Its words are kept as texts, and are translated when it is sent (``Said``): so a failure may be made once and be told to many. Who reads
/// ``message`` or ``hint`` reads English, as a log does.
public struct Failure: Error, Codable, Equatable, Sendable {
  /// The reasons; the raw values are stable. Each has one exit status, see ``exitStatus``.
  public enum Code: String, OpenVocabulary, Equatable, Sendable, CaseIterable {
    /// The request makes no sense, or names no or several tasks.
    case usage
    /// Stored data is damaged, rolled back, or of a newer version; or the input is not what it should be.
    case badData
    /// A service, store or server can't be reached.
    case unavailable
    /// A bug in the agent.
    case `internal`
    /// A file can't be made.
    case cannotCreate
    /// Reading or writing failed: a full disk, a broken device.
    case inputOutput
    /// Not now: a wait is in force, or something is busy.
    case tryLater
    /// Client and agent don't understand each other.
    case unsupported
    /// Verification or login was refused, or needs a person and there is none.
    case refused
    /// The configuration, or the client's and the agent's, don't fit.
    case configuration

    /// Whatever a newer agent calls it, this program can't tell what it is.
    public static let unrecognized = Self.internal
  }

  /// The reason.
  public var code: Code
  /// What went wrong, one sentence; never a secret.
  @Said public var message: String
  /// What to do now, one sentence; may be empty.
  @Advice public var hint: String
  /// The seconds after which trying again makes sense, where that is known.
  public var retryAfterSeconds: Int?
  /// The tasks concerned, where they are known, for the agent's own log: the message may name them. Not sent.
  public var tasks: [UUID] = []
  /// What a log says in place of the message, where that may repeat a label, a title or a file called after one. Not sent.
  public var logged: String?
  /// Whether a PIN or code was tried and is wrong. Not sent.
  public var isAttempt = false

  private enum CodingKeys: String, CodingKey { case code, message, hint, retryAfterSeconds }

  /// Makes a failure.
  public init(_ code: Code, _ message: LocalizedText, hint: LocalizedText = "", retryAfterSeconds: Int? = nil) {
    self.code = code
    _message = Said(message)
    _hint = Advice(hint)
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// Makes a failure of words that nobody translates any more: they come from elsewhere, or are in the person's language already.
  public init(_ code: Code, verbatim message: String, hint: String = "", retryAfterSeconds: Int? = nil) {
    self.init(
      code, LocalizedText(verbatim: message), hint: LocalizedText(verbatim: hint), retryAfterSeconds: retryAfterSeconds)
  }

  /// The process exit status for this failure, after `sysexits.h`.
  public var exitStatus: Int32 {
    switch code {
    case .usage: 64
    case .badData: 65
    case .unavailable: 69
    case .internal: 70
    case .cannotCreate: 73
    case .inputOutput: 74
    case .tryLater: 75
    case .unsupported: 76
    case .refused: 77
    case .configuration: 78
    }
  }
}
