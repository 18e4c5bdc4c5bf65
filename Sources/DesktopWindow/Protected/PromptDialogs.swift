#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import SecretMemory
internal import Widgets

/// Asks the person in dialogs above the window.
final class PromptDialogs: PromptAsking {
  private let window: Window
  /// The questions that are on the screen, but for those for a text, which a lock only hides.
  private var asking: [Int: Task<SharedSecret?, Never>] = [:]
  private var askedCount = 0
  /// The dialogs that stay while the agent checks what was answered, by request.
  private var series: [UUID: QuestionSeries] = [:]

  /// Asks for a protected text.
  var textAsked: (Prompt) async -> SharedSecret? = { _ in nil }

  /// Tells what the agent only says in another way than by a dialog; says whether it has. Nothing is to come in front of a text that was just revealed.
  var toldBeside: (String) -> Bool = { _ in false }

  /// Called when a question has gone by itself, perhaps while somebody was about to answer.
  var vanished: () -> Void = {}

  init(over window: Window) { self.window = window }

  func answer(_ prompt: Prompt, _ aside: PromptAside) async -> SharedSecret? {
    // Then the agent waits no longer, and there is nothing to answer.
    if prompt.kind == .protectedText {
      let typing = Task { await textAsked(prompt) }
      return await wait(for: typing, seconds: prompt.deadlineSeconds)
    }
    guard let words = PromptWords(prompt, aside) else { return nil }
    if prompt.kind == .information, toldBeside(words.text) { return nil }
    if prompt.kind == .recoveryCodeConfirmation { return await askBack(prompt, aside, words) }
    if prompt.kind.isChecked { return await check(prompt, aside, words) }
    end(aside.request, refusal: nil)
    let question = QuestionDialog(
      heading: words.heading, text: words.text, answer: words.answer, confirmation: words.confirmation,
      draft: prompt.draft ?? "", mistake: aside.mistake)
    let answer = await ask(question, seconds: prompt.deadlineSeconds)
    return prompt.kind == .agreement && answer != nil ? Self.yes() : answer
  }

  /// Has a code typed back: what was typed stays until it is right, and the code can be looked at meanwhile.
  private func askBack(_ prompt: Prompt, _ aside: PromptAside, _ words: PromptWords) async -> SharedSecret? {
    var showing: Task<Void, Never>?
    defer { showing?.cancel() }
    return await check(
      prompt, aside, words,
      alternative: aside.code.map { code in
        (
          localized("Show the Code Again"),
          { [weak self] in
            showing?.cancel()
            showing = Task { _ = await self?.show(recoveryCode: code, losesPIN: false) }
          }
        )
      })
  }

  /// Asks in a dialog that stays until the agent says whether the answer is right, or asks for another one.
  private func check(
    _ prompt: Prompt, _ aside: PromptAside, _ words: PromptWords, alternative: (word: String, body: () -> Void)? = nil
  ) async -> SharedSecret? {
    let asked = series[aside.request] ?? QuestionSeries(over: window)
    series[aside.request] = asked
    asked.ended = { [weak self] in self?.series[aside.request] = nil }
    asked.vanished = { [weak self] in self?.vanished() }
    let question = QuestionDialog(
      heading: words.heading, text: words.text, answer: words.answer, confirmation: words.confirmation,
      mistake: aside.mistake, alternative: alternative, keepsAnswer: prompt.kind == .recoveryCodeConfirmation,
      leaving: aside.losesPIN ? Self.leaving : nil)
    return await ask(seconds: prompt.deadlineSeconds) { await asked.ask(question, checking: words.checking) }
  }

  func end(_ request: UUID, refusal: Failure?) {
    guard let asked = series.removeValue(forKey: request) else { return }
    guard let refusal else { return asked.end() }
    asked.tell(refusal.line)
  }

  func show(recoveryCode: SharedSecret, losesPIN: Bool) async -> Bool {
    let question = QuestionDialog(
      heading: localized("Your recovery code"),
      text: localized(
        "Write it down on paper: it opens everything without the PIN. It is shown only now, and you type it back."),
      answer: .shown(recoveryCode), confirmation: localized("I Have Written It Down"),
      leaving: losesPIN ? Self.leaving : nil)
    return await ask(question, seconds: Self.codeSeconds) != nil
  }

  /// A PIN that was accepted is not lost by a slip. Only the code that is typed back makes a vault that a forgotten PIN does not close.
  private static var leaving: DiscardDialog {
    DiscardDialog(
      heading: localized("Set no PIN?"),
      text: localized(
        "The PIN that you have chosen is set once the recovery code is typed back. If you stop here, neither is kept."),
      keeping: localized("Go Back"), discarding: localized("Set No PIN"))
  }

  /// How long a recovery code may be seen, as at the command line.
  private static let codeSeconds = 600

  private func ask(_ question: QuestionDialog, seconds: Int) async -> SharedSecret? {
    await ask(seconds: seconds) { [window, vanished] in await question.ask(over: window, vanished: vanished) }
  }

  private func ask(seconds: Int, _ question: @escaping () async -> SharedSecret?) async -> SharedSecret? {
    let asking = Task { await question() }
    askedCount += 1
    let key = askedCount
    self.asking[key] = asking
    // A task keeps what it has come to.
    defer { self.asking[key] = nil }
    return await wait(for: asking, seconds: seconds)
  }

  private func wait(for asking: Task<SharedSecret?, Never>, seconds: Int) async -> SharedSecret? {
    let deadline = Task {
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      asking.cancel()
    }
    defer { deadline.cancel() }
    return await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
  }

  /// What the agent takes for an agreement; nil where there is no memory for it.
  private static func yes() -> SharedSecret? {
    do { return SharedSecret(try SecretBytes(Array("y".utf8))) } catch { return nil }
  }

  /// Takes the questions back that are on the screen: the vault was locked.
  func withdraw() {
    for question in asking.values { question.cancel() }
    for asked in series.values { asked.withdraw() }
  }
}
#endif
