public import AgentAPI
public import FoundationEssentials
internal import Localization
public import SecretMemory
internal import VaultClient
internal import VaultModel

extension AgentLink: TextRevealing {
  public func reveal(
    _ id: UUID?, _ received: @escaping @MainActor (SharedSecret, SecretNotice) -> Void
  ) async throws(Failure) -> String {
    try await ask(RevealTexts(task: id?.text), received).message
  }
}

extension AgentLink {
  /// Has the owner prove who they are.
  public func unlock() async throws(Failure) { _ = try await ask(UnlockVault(everywhere: false, goesOn: true)) }

  /// Puts a protected text on the clipboard for some seconds, without showing it.
  ///
  /// - Parameters:
  ///   - text: the text, where it has been revealed; nil asks the owner.
  ///   - isRevealed: whether it still is.
  public func copy(
    _ id: UUID, revealed text: SharedSecret?, while isRevealed: @escaping @MainActor @Sendable () -> Bool
  ) async throws(Failure) {
    let copy = ClipboardCopy(connector, environment: environment)
    if let text { return try await copy.offer(text, while: isRevealed) }
    guard let asker else { throw Failure(.refused, verbatim: localized("Nobody is there to be asked.")) }
    let relay = PromptRelay(asker, purpose: PromptPurpose.words(CopyText.self))
    try await relay.during { () async throws(Failure) in
      do throws(Failure) { try await copy.copy(id.text) { await relay.answer($0) } } catch { throw error.inWindow }
    }
  }
}
