public import AgentAPI
public import SecretMemory

/// What a client does about the agent's messages while a request runs. The program that shows a terminal is one, a test
/// with prepared answers another.
public protocol AgentConversation {
  /// The answer to a prompt; nil declines it.
  mutating func answer(_ prompt: Prompt, from client: AgentClient) throws(Failure) -> SecretBytes?
  /// Receives a secret that the agent sent.
  mutating func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice, from client: AgentClient)
    throws(Failure)
  /// How far the request is.
  mutating func progress(_ progress: Progress)
  /// The agent has said nothing for a second, and works on.
  mutating func pause()
  /// Receives the next part of a document.
  mutating func part(_ text: String) throws(Failure)
  /// Something happened in the agent, or the next page of what was asked for is there.
  mutating func event(_ event: Event) throws(Failure)
}

extension AgentConversation {
  /// Nothing: for a client that nobody looks at.
  public mutating func pause() {}
}
