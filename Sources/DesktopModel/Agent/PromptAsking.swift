public import AgentAPI
public import SecretMemory

/// Asks the person at the window what the agent wants to know.
@MainActor
public protocol PromptAsking: AnyObject, Sendable {
  /// The answer; nil where the person declines.
  func answer(_ prompt: Prompt) async -> SharedSecret?
}
