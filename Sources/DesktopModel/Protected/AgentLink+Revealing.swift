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

extension AgentLink: CodeRevealing {
  public func code(
    _ id: UUID, _ received: @escaping @MainActor (SharedSecret) -> Void
  ) async throws(Failure) -> CodeValidity {
    try await ask(ShowCode(id.text), { code, _ in received(code) })
  }
}

extension AgentLink {
  /// Has the owner prove who they are.
  public func unlock() async throws(Failure) { _ = try await ask(UnlockVault(everywhere: false, goesOn: true)) }

  /// Puts a protected text on the clipboard for some seconds, without showing it.
  ///
  /// - Parameters:
  ///   - text: the text, where it has been revealed; nil takes what a reveal takes in this window.
  ///   - isRevealed: whether it still is.
  public func copy(
    _ id: UUID, revealed text: SharedSecret?, while isRevealed: @escaping @MainActor @Sendable () -> Bool
  ) async throws(Failure) {
    let copy = ClipboardCopy(connector, environment: environment)
    if let text { return try await copy.offer(text, while: isRevealed) }
    let copied = CopiedText()
    _ = try await ask(
      CopyText(id.text),
      { [weak self] text, _ in (copied.text, copied.lockCount) = (text, self?.lockCount) })
    guard let text = copied.text else { throw Failure(.badData, verbatim: localized("The agent has sent no text.")) }
    // What a lock has overtaken is not offered any more.
    try await copy.offer(text) { [weak self] in self?.lockCount == copied.lockCount }
  }
}

/// A text on its way to the clipboard.
@MainActor
private final class CopiedText {
  var text: SharedSecret?
  /// How often the vault had been locked when it came.
  var lockCount: Int?
}
