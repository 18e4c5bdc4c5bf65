internal import AgentAPI
internal import Localization
internal import SecretMemory
internal import VaultClient

/// Answers the agent by what a person says in dialogs, and hands over what it reveals. For one request.
struct DialogResponder: AgentResponder {
  private let relay: PromptRelay
  /// The protected text that a person has typed already; nil where they are to be asked for it.
  private let text: SharedSecret?
  private let codeComes: @MainActor () -> Void
  private let received: @MainActor (SharedSecret, SecretNotice) -> Void

  /// - Parameters:
  ///   - purpose: what the answers are for.
  ///   - codeComes: called when a recovery code is about to be shown.
  ///   - received: called with each other secret.
  @MainActor
  init(
    asker: any PromptAsking, purpose: PromptPurpose = PromptPurpose(), text: SharedSecret? = nil,
    codeComes: @escaping @MainActor () -> Void = {},
    received: @escaping @MainActor (SharedSecret, SecretNotice) -> Void = { _, _ in }
  ) {
    relay = PromptRelay(asker, purpose: purpose)
    (self.text, self.codeComes, self.received) = (text, codeComes, received)
  }

  /// Sends the request, and ends what was shown for it.
  @MainActor
  func during<Reply>(_ body: () async throws(Failure) -> Reply) async throws(Failure) -> Reply {
    try await relay.during(body)
  }

  func answer(_ prompt: Prompt) async throws(Failure) -> SecretBytes? {
    // A server may want a login at any moment after it was asked for something. A dialog would take what somebody types for something else by then, and
    // bring it there.
    if prompt.kind == .email || prompt.kind == .password { throw .notLoggedIn }
    let typed = prompt.kind == .protectedText ? text : nil
    guard let answer = if let typed { typed } else { await relay.answer(prompt) } else {
      // What the agent says of a question without an answer is for a terminal. A "no" is an answer.
      if prompt.kind == .agreement { return nil }
      throw Failure(.refused, verbatim: localized("There was no answer, so nothing was done."))
    }
    do { return try answer.bytes.copy() } catch {
      throw Failure(
        .unavailable,
        verbatim: localized("There is no memory for an answer that nobody else may read: \(String(describing: error)).")
      )
    }
  }

  func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice) async throws(Failure) {
    let secret = SharedSecret(secret)
    guard notice.kind == .recoveryCode else {
      await relay.answerHolds()
      return await received(secret, notice)
    }
    await codeComes()
    guard await relay.show(secret) else {
      throw Failure(.refused, verbatim: localized("The recovery code was not written down; nothing was changed."))
    }
  }
}
