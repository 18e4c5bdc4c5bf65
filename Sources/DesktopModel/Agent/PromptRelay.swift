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
  /// Whether the agent checks what was answered last.
  private var isChecking = false
  /// Whether something was answered since the request was sent.
  private var hasAnswered = false
  /// Whether the person did not want to answer.
  private var isDeclined = false
  /// Whether a new PIN was chosen, which the agent sets once the recovery code that comes with it is typed back.
  private var hasNewPIN = false

  /// So long a note is not shown by itself: mostly a question follows at once.
  private static let patience = Duration.milliseconds(300)

  /// - Parameter purpose: what the answers are for.
  init(_ asker: any PromptAsking, purpose: PromptPurpose) {
    (self.asker, aside) = (asker, PromptAside(purpose: purpose))
  }

  /// The answer; nil where the person declines.
  func answer(_ prompt: Prompt) async -> SharedSecret? {
    showing?.cancel()
    showing = nil
    switch prompt.kind {
    case .error:
      aside.mistake = Self.joined(aside.mistake, WindowWords.message(prompt.text))
      return Self.nothing()
    case .information:
      aside.note = Self.joined(aside.note, SettingControl.said(WindowWords.message(prompt.text)))
      isNoteSeen = false
      show(prompt)
      return Self.nothing()
    default: break
    }
    var aside = aside
    (self.aside.note, self.aside.mistake) = ("", "")
    aside.code = prompt.kind == .recoveryCodeConfirmation ? code : nil
    aside.losesPIN = prompt.kind == .recoveryCodeConfirmation && hasNewPIN
    let began = ContinuousClock.now
    let answer = await asker.answer(prompt, aside)
    isChecking = prompt.kind.isChecked && answer != nil
    hasAnswered = true
    if prompt.kind == .newPIN { hasNewPIN = answer != nil }
    // Whoever has let the time pass is told that there was no answer; a "no" is one.
    isDeclined =
      answer == nil && prompt.kind != .agreement && began.duration(to: .now) < .seconds(prompt.deadlineSeconds)
    return answer
  }

  /// Shows a recovery code.
  ///
  /// - Returns: whether it was written down.
  func show(_ code: SharedSecret) async -> Bool {
    answerHolds()
    self.code = code
    return await asker.show(recoveryCode: code, losesPIN: hasNewPIN)
  }

  /// What was asked for has come, at least in part: the answer was right.
  func answerHolds() {
    guard isChecking else { return }
    isChecking = false
    asker.end(aside.request, refusal: nil)
  }

  /// Sends the request, once more where another answer may help, and ends what was shown for it.
  ///
  /// - Throws: what the body throws; ``AgentAPI/Failure/declined`` where the person did not want to answer.
  func during<Reply>(_ body: () async throws(Failure) -> Reply) async throws(Failure) -> Reply {
    while true {
      do throws(Failure) {
        let reply = try await body()
        end(isDone: true, nil)
        return reply
      } catch {
        if isDeclined {
          end(isDone: false, nil)
          throw .declined
        }
        if mayAskAgain(after: error) { continue }
        end(isDone: false, isChecking && [.refused, .tryLater].contains(error.code) ? error : nil)
        throw error
      }
    }
  }

  /// Whether the request has failed by a wrong answer alone, so that sending it again asks for another one: the agent ends a request after three of them, and
  /// where it takes no PIN for a while, its question says so and takes the recovery code. Where it asks nothing, the failure is told.
  private func mayAskAgain(after failure: Failure) -> Bool {
    guard isChecking, hasAnswered else { return false }
    hasAnswered = false
    return failure.code == .refused && !aside.mistake.isEmpty
      || failure.code == .tryLater && failure.retryAfterSeconds != nil
  }

  private func end(isDone: Bool, _ refusal: Failure?) {
    showing?.cancel()
    code = nil
    asker.end(aside.request, refusal: refusal)
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
