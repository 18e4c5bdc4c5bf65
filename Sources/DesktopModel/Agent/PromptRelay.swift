internal import AgentAPI
internal import Localization
internal import SecretMemory
internal import VaultClient

/// Passes the questions of one request on to the person. What the agent only says stands in its next question, and nobody has to answer it.
@MainActor
final class PromptRelay {
  private let asker: any PromptAsking
  private var aside: PromptAside
  /// The code that was shown last, until the request ends: the person may want to see it again while they type it back.
  private var code: SharedSecret?
  /// What is shown until the next question, or the end: for instance that a finger is to be put on the reader.
  private var showing: Task<Void, Never>?

  private var isNoteSeen = false

  /// So long a note is not shown by itself: mostly a question follows at once.
  private static let patience = Duration.milliseconds(300)

  /// - Parameter purpose: what the answers are for.
  init(_ asker: any PromptAsking, purpose: String) { (self.asker, aside) = (asker, PromptAside(purpose: purpose)) }

  /// The answer; nil where the person declines.
  func answer(_ prompt: Prompt) async -> SharedSecret? {
    showing?.cancel()
    showing = nil
    switch prompt.kind {
    case .error:
      aside.mistake = Self.joined(aside.mistake, WindowWords.message(prompt.text))
      return Self.nothing()
    case .information:
      aside.note = Self.joined(aside.note, WindowWords.message(prompt.text))
      isNoteSeen = false
      show(prompt)
      return Self.nothing()
    default: break
    }
    var aside = aside
    (self.aside.note, self.aside.mistake) = ("", "")
    aside.code = prompt.kind == .recoveryCodeConfirmation ? code : nil
    return await asker.answer(prompt, aside)
  }

  /// Shows a recovery code.
  ///
  /// - Returns: whether it was written down.
  func show(_ code: SharedSecret) async -> Bool {
    self.code = code
    return await asker.show(recoveryCode: code)
  }

  /// The request is over.
  ///
  /// - Parameter isDone: whether what was asked for was done: then what the agent has said besides is told. Otherwise the failure says it.
  func end(isDone: Bool) {
    showing?.cancel()
    code = nil
    let words = Self.joined(isNoteSeen ? "" : aside.note, aside.mistake)
    guard isDone, !words.isEmpty else { return }
    Task { [asker] in _ = await asker.answer(Prompt(.information, text: LocalizedText(verbatim: words)), PromptAside())
    }
  }

  private func show(_ prompt: Prompt) {
    showing = Task { [weak self, asker] in
      do { try await Task.sleep(for: Self.patience) } catch { return }
      self?.isNoteSeen = true
      _ = await asker.answer(prompt, PromptAside())
    }
  }

  private static func joined(_ one: String, _ other: String) -> String {
    [one, other].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func nothing() -> SharedSecret? {
    do { return SharedSecret(try SecretBytes([])) } catch { return nil }
  }
}
