public import AgentAPI
public import SecretMemory

/// Asks the person at the window what the agent wants to know.
@MainActor
public protocol PromptAsking: AnyObject, Sendable {
  /// The answer; nil where the person declines.
  func answer(_ prompt: Prompt, _ aside: PromptAside) async -> SharedSecret?

  /// Shows a recovery code, until the person has written it down.
  ///
  /// - Returns: whether they have.
  func show(recoveryCode: SharedSecret) async -> Bool
}

/// What stands beside a question.
public struct PromptAside: Sendable {
  /// What the answer is for, one sentence; empty where that is not known.
  public var purpose: String
  /// What was said since the question before, for instance why the PIN is asked for; empty for nothing.
  public var note = ""
  /// What was wrong with the answer before; empty for nothing.
  public var mistake = ""
  /// The recovery code that is to be typed back; nil where another question is asked.
  public var code: SharedSecret?

  /// Says what the answer is for.
  public init(purpose: String = "") { self.purpose = purpose }
}
