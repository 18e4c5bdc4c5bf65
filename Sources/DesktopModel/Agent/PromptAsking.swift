public import AgentAPI
public import FoundationEssentials
public import SecretMemory

/// Asks the person at the window what the agent wants to know.
@MainActor
public protocol PromptAsking: AnyObject, Sendable {
  /// The answer; nil where the person declines. A question whose answer the agent checks may stay on the screen until the next one of the same request, or its end.
  func answer(_ prompt: Prompt, _ aside: PromptAside) async -> SharedSecret?

  /// Shows a recovery code, until the person has written it down.
  ///
  /// - Parameter losesPIN: whether whoever declines loses the PIN that they have just chosen: then they are asked first.
  /// - Returns: whether they have.
  func show(recoveryCode: SharedSecret, losesPIN: Bool) async -> Bool

  /// No question of a request's is being answered any more.
  ///
  /// - Parameter refusal: why none follows, to be told where the last one still stands; nil where that is told elsewhere, or nothing is.
  func end(_ request: UUID, refusal: Failure?)
}

/// What stands beside a question.
public struct PromptAside: Sendable {
  /// The request that the question belongs to.
  public let request: UUID
  /// What the answer is for.
  public let purpose: PromptPurpose
  /// What was said since the question before, for instance why the PIN is asked for; empty for nothing.
  public var note = ""
  /// What was wrong with the answer before; empty for nothing.
  public var mistake = ""
  /// The recovery code that is to be typed back; nil where another question is asked.
  public var code: SharedSecret?
  /// Whether whoever declines loses the PIN that they have just chosen: then they are asked first.
  public var losesPIN = false

  /// Says what the answer is for.
  public init(purpose: PromptPurpose) { (request, self.purpose) = (UUID(), purpose) }

  /// Says nothing about that.
  public init() { self.init(purpose: PromptPurpose()) }
}

extension Prompt.Kind {
  /// Whether the agent checks the answer, which takes seconds, and asks again where it is wrong.
  public var isChecked: Bool {
    switch self {
    case .pin, .pinOrRecoveryCode, .recoveryCode, .passphrase: true
    case .email, .password, .newPIN, .recoveryCodeConfirmation, .protectedText, .filePart, .agreement, .pamHidden,
      .pamVisible, .information, .error, .unknown:
      false
    }
  }
}
