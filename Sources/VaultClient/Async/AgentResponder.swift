public import AgentAPI
public import SecretMemory

/// What a client does about the agent's messages while a request runs, see ``AgentConnection/send(_:_:)``. Each message waits
/// until the one before has been dealt with.
///
/// A failure that one of these throws ends the request for whoever sent it, with that failure. What the agent still sends for
/// it is ignored, and its prompts are declined.
public protocol AgentResponder: Sendable {
  /// The answer to a prompt; nil declines it, which is the default.
  func answer(_ prompt: Prompt) async throws(Failure) -> SecretBytes?
  /// Receives a secret that the agent sent; it is erased when the value is released, which by default is at once.
  func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice) async throws(Failure)
  /// How far the request is.
  func progress(_ progress: Progress) async
  /// Receives the next part of a document.
  func part(_ text: String) async throws(Failure)
}

extension AgentResponder {
  /// Declines.
  public func answer(_ prompt: Prompt) async throws(Failure) -> SecretBytes? { nil }
  /// Erases it.
  public func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice) async throws(Failure) {}
  /// Ignores it.
  public func progress(_ progress: Progress) async {}
  /// Ignores it.
  public func part(_ text: String) async throws(Failure) {}
}

/// Nobody is there: prompts are declined, all else is ignored.
public struct UnattendedResponder: AgentResponder {
  /// Makes one.
  public init() {}
}
