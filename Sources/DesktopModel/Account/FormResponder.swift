internal import AgentAPI
internal import Localization
internal import SecretMemory
internal import Synchronization
internal import VaultClient

/// Answers the agent by what stands in a login form, once: asked again, it declines, and the request fails with what was wrong. What no
/// form has is asked in dialogs.
final class FormResponder: AgentResponder {
  private let dialogs: DialogResponder
  private let password: PasswordBox
  private let told = Mutex<[String]>([])

  @MainActor
  init(_ password: PasswordBox, asker: any PromptAsking) {
    dialogs = DialogResponder(asker: asker)
    self.password = password
  }

  /// What the agent has told meanwhile, a sentence each.
  var notes: [String] { told.withLock { $0 } }

  /// Sends the request, and ends what was shown for it.
  @MainActor
  func during<Reply>(_ body: () async throws(Failure) -> Reply) async throws(Failure) -> Reply {
    try await dialogs.during(body)
  }

  func answer(_ prompt: Prompt) async throws(Failure) -> SecretBytes? {
    switch prompt.kind {
    case .password:
      let password = password.take()
      do { return try password?.bytes.copy() } catch {
        throw Failure(
          .unavailable,
          verbatim: localized(
            "There is no memory for a password that nobody else may read: \(String(describing: error))."))
      }
    case .email: return nil
    case .information, .error:
      told.withLock { $0.append(WindowWords.message(prompt.text)) }
      do { return try SecretBytes([]) } catch {
        throw Failure(
          .unavailable, verbatim: localized("There is no memory for an answer: \(String(describing: error))."))
      }
    default: return try await dialogs.answer(prompt)
    }
  }

  func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice) async throws(Failure) {
    try await dialogs.receive(secret, notice)
  }
}
