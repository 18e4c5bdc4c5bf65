#if Desktop
internal import CAdwaita
internal import Localization
internal import SecretMemory

/// A question while it is on the screen; one that stays is followed by others in the same dialog.
final class OpenQuestion {
  private static let yes = "yes"
  private static let no = "no"
  private static let other = "other"

  private enum State {
    /// Not yet on the screen, or answered, with nothing to be seen any more.
    case idle
    case asking
    /// What was answered is being looked at: no key and no click does anything.
    case checking
    /// It has ended with something to be read.
    case told
    case over
  }

  private let dialog: Widget
  private var fields: QuestionFields?
  private var waiting: CheckedContinuation<SharedSecret?, Never>?
  private var state = State.idle
  private var other: (() -> Void)?
  private let hasOther: Bool
  /// Whether what was typed stands there, to be mended, until the answer is right.
  private var keepsAnswer = false
  /// What is said while the answer is looked at; nil for a question that goes with its answer.
  private var checking: String?
  private var isPresented = false
  /// What tells how it has ended lives until a person closes it.
  private var itself: OpenQuestion?
  /// Whether it is, or was, answered by typing.
  private var isTyped = false
  private var patience: Task<Void, Never>?
  /// What the person is asked before it counts as declined.
  private var leaving: DiscardDialog?
  /// Asks them.
  private var asksToLeave: Task<Void, Never>?

  /// For so long nobody can turn away from an answer that is being looked at.
  private static let longestCheck = Duration.seconds(15)

  /// Called when it is not on the screen any more.
  var ended: () -> Void = {}
  /// Called when it has gone by itself, perhaps while somebody was about to answer.
  var vanished: () -> Void = {}

  init(_ question: QuestionDialog, over window: Window) {
    guard let made = adw_message_dialog_new(window.front, nil, nil) else { fatalError("there is no dialog") }
    dialog = Widget(made)
    hasOther = question.alternative != nil
    dialog.clipLabels()
    let mayDecline = question.mayDecline
    if mayDecline { adw_message_dialog_add_response(dialog.typed(), Self.no, localized("Cancel")) }
    if let alternative = question.alternative {
      adw_message_dialog_add_response(dialog.typed(), Self.other, alternative.word)
    }
    adw_message_dialog_add_response(dialog.typed(), Self.yes, question.confirmation)
    adw_message_dialog_set_response_appearance(
      dialog.typed(), Self.yes, question.isDangerous ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED)
    adw_message_dialog_set_default_response(dialog.typed(), question.isDangerous ? Self.no : Self.yes)
    adw_message_dialog_set_close_response(dialog.typed(), mayDecline ? Self.no : Self.yes)
    dialog.connect("response") { [weak self] in self?.respond($0.text(1) ?? "") }
    // It goes when this says so, not with each press on a button. Esc is a response by then.
    dialog.connectAsked("close-request", isLast: true) { [weak self] _ in self != nil }
    show(question)
  }

  private func show(_ question: QuestionDialog) {
    adw_message_dialog_set_heading(dialog.typed(), question.heading.inOneLine)
    adw_message_dialog_set_body(dialog.typed(), question.text.inFewLines)
    adw_message_dialog_set_response_label(dialog.typed(), Self.yes, question.confirmation)
    (other, leaving) = (question.alternative?.body, question.leaving)
    if keepsAnswer, let fields {
      fields.tell(question.mistake)
      fields.isOpen = true
      return allow(fields.isComplete)
    }
    keepsAnswer = question.keepsAnswer
    replaceFields(question.fields())
    isTyped = fields?.isTyped ?? false
    allow(fields?.isComplete ?? false)
    fields?.completed = { [weak self] in self?.allow($0) }
  }

  private func allow(_ isComplete: Bool) { enable(Self.yes, isComplete) }

  private func enable(_ response: String, _ isOn: Bool) {
    adw_message_dialog_set_response_enabled(dialog.typed(), response, isOn ? 1 : 0)
  }

  // MARK: Asking

  /// Asks, and waits for the answer. A task that is cancelled takes the question back.
  ///
  /// - Parameter checking: what is said once it was answered, for as long as the dialog stays; nil has it go.
  func ask(checking: String? = nil) async -> SharedSecret? {
    self.checking = checking
    return await withTaskCancellationHandler {
      await withCheckedContinuation { open($0) }
    } onCancel: {
      Task { await self.withdraw() }
    }
  }

  /// Whether another question can be asked in the same dialog.
  func canFollow(_ question: QuestionDialog) -> Bool {
    state == .checking && keepsAnswer == question.keepsAnswer && hasOther == (question.alternative != nil)
      && question.mayDecline && !question.isDangerous
  }

  /// Asks another question in the same dialog.
  func ask(_ question: QuestionDialog, checking: String?) async -> SharedSecret? {
    patience?.cancel()
    state = .idle
    show(question)
    enable(Self.no, true)
    if hasOther { enable(Self.other, true) }
    return await ask(checking: checking)
  }

  private func open(_ waiting: CheckedContinuation<SharedSecret?, Never>) {
    guard state == .idle else { return waiting.resume(returning: nil) }
    (self.waiting, state) = (waiting, .asking)
    if !isPresented {
      isPresented = true
      nameButtons(of: dialog)
      gtk_window_present(dialog.typed())
    }
    fields?.focus(isKept: keepsAnswer)
  }

  private func respond(_ response: String) {
    switch state {
    case .asking where response == Self.yes: answer()
    case .asking where response == Self.no && leaving != nil: askToLeave()
    case .asking:
      if response == Self.other { other?() }
      response == Self.other && keepsAnswer ? fields?.focus(isKept: true) : close()
    case .checking, .idle, .over: break
    case .told: close()
    }
  }

  /// Declines once the person says that they mean it: what stands here stays until then.
  private func askToLeave() {
    guard asksToLeave == nil, let leaving else { return }
    asksToLeave = Task { [weak self, dialog] in
      let isMeant = await leaving.ask(over: dialog.typed())
      guard let self, !Task.isCancelled else { return }
      asksToLeave = nil
      isMeant ? close() : fields?.focus(isKept: true)
    }
  }

  private func answer() {
    guard let typed = fields?.typed() else { return close() }
    guard let checking else { return close(typed) }
    state = .checking
    keepsAnswer ? closeFields(checking) : replaceFields(nil, by: Self.sign(checking))
    for response in [Self.yes, Self.no] { enable(response, false) }
    if hasOther { enable(Self.other, false) }
    patience = Task { [weak self] in
      do { try await Task.sleep(for: Self.longestCheck) } catch { return }
      if let self, state == .checking { letGo() }
    }
    waiting?.resume(returning: typed)
    waiting = nil
  }

  private static func sign(_ checking: String) -> Widget {
    let spinner = Spinner(name: checking)
    spinner.isTurning = true
    let row = Box(.horizontal, spacing: 12, [spinner, Label(checking)])
    row.align(horizontally: .center)
    return row
  }

  private func closeFields(_ checking: String) {
    adw_message_dialog_set_body(dialog.typed(), checking)
    gtk_window_set_focus(dialog.typed(), nil)
    fields?.tell("")
    fields?.isOpen = false
  }

  /// From now on it can be closed, by its button or Esc: Enter does nothing, which may belong to an answer to a question that does not come.
  private func letGo() {
    state = .told
    adw_message_dialog_set_response_label(dialog.typed(), Self.no, localized("Close"))
    nameButtons(of: dialog)
    enable(Self.no, true)
    enable(Self.yes, false)
    if hasOther { enable(Self.other, false) }
    gtk_window_set_focus(dialog.typed(), nil)
  }

  // MARK: Its end

  /// Says how the check has ended, until a person closes it. Where nothing is being checked, nothing is said.
  func tell(_ text: String) {
    guard state == .checking else { return }
    patience?.cancel()
    tellLast(text)
  }

  /// Nobody waits for an answer any more, since the vault was locked for instance. The rest of what somebody is typing is to get nowhere else: where letters
  /// stand, or stood, the dialog stays and says so, until a person closes it.
  func withdraw() {
    guard itself == nil, state != .over else { return }
    guard isBeingTyped else {
      close()
      return vanished()
    }
    patience?.cancel()
    tellLast(localized("This is not asked any more."))
    waiting?.resume(returning: nil)
    waiting = nil
  }

  private var isBeingTyped: Bool {
    switch state {
    case .asking: fields?.holdsLetters ?? false
    // The answer was given, and what comes of it is told elsewhere; nothing of it stays.
    case .checking where keepsAnswer: false
    case .checking, .told: isTyped
    case .idle, .over: false
    }
  }

  /// What was asked for has come, or can't come any more.
  func end() {
    guard itself == nil, state != .over else { return }
    state == .asking ? withdraw() : close()
  }

  private func tellLast(_ text: String) {
    itself = self
    other = nil
    asksToLeave?.cancel()
    replaceFields(nil)
    adw_message_dialog_set_body(dialog.typed(), text.inFewLines)
    letGo()
  }

  /// Takes it from the screen.
  func close(_ answer: SharedSecret? = nil) {
    guard state != .over else { return }
    state = .over
    patience?.cancel()
    asksToLeave?.cancel()
    other = nil
    replaceFields(nil)
    gtk_window_destroy(dialog.typed())
    waiting?.resume(returning: answer)
    waiting = nil
    itself = nil
    ended()
  }

  private func replaceFields(_ fields: QuestionFields?, by other: Widget? = nil) {
    // An entry for a password hears of its focus even after its end, in GTK 4.8, and reads what is freed.
    gtk_window_set_focus(dialog.typed(), nil)
    // GTK erases what was typed when the entry ends, not when its text is deleted.
    if self.fields?.content != nil { adw_message_dialog_set_extra_child(dialog.typed(), nil) }
    self.fields?.clear()
    self.fields = fields
    if let content = fields?.content ?? other {
      adw_message_dialog_set_extra_child(dialog.typed(), content.pointer)
    } else if state != .idle {
      adw_message_dialog_set_extra_child(dialog.typed(), nil)
    }
  }
}
#endif
