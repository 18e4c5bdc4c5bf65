internal import AgentAPI
internal import SecretMemory
internal import VaultClient

/// Answers the agent by what a person says in dialogs, and hands over what it reveals.
struct DialogResponder: AgentResponder {
  let asker: any PromptAsking
  let received: @MainActor (SharedSecret, SecretNotice) -> Void

  func answer(_ prompt: Prompt) async throws(Failure) -> SecretBytes? {
    guard let answer = await asker.answer(prompt) else { return nil }
    do { return try answer.bytes.copy() } catch {
      throw Failure(.unavailable, "There is no memory for an answer that nobody else may read: \(error).")
    }
  }

  func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice) async throws(Failure) {
    await received(SharedSecret(secret), notice)
  }
}
