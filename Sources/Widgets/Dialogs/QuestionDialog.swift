#if Desktop
internal import CAdwaita
internal import Localization
public import SecretMemory

/// A question to the person, above a window.
public struct QuestionDialog {
  /// How it is answered.
  public enum Answer {
    /// By a text that is not seen while it is typed.
    case hidden
    /// By a text that is seen.
    case visible
    /// By a text of so many characters at least that is typed twice and not seen.
    case hiddenTwice(atLeast: Int)
    /// By a secret that is long: what is typed is drawn below, out of locked memory.
    case echoed
    /// By having written down a secret that is shown.
    case shown(SharedSecret)
    /// By yes or no.
    case agreement
    /// By having been read.
    case none
  }

  private let heading: String
  private let text: String
  private let answer: Answer
  private let confirmation: String
  private let draft: String
  private let mistake: String
  private let alternative: (word: String, body: () -> Void)?
  private let isDangerous: Bool

  /// Prepares one.
  ///
  /// - Parameters:
  ///   - text: what stands below the heading.
  ///   - confirmation: the word on the button that answers.
  ///   - draft: what stands in a visible answer already, to be edited.
  ///   - mistake: what was wrong with the answer before; empty for nothing.
  ///   - alternative: the word on a button that does something else, and has the question declined.
  ///   - isDangerous: whether what is agreed to can't be taken back: then Enter declines.
  public init(
    heading: String, text: String, answer: Answer, confirmation: String, draft: String = "", mistake: String = "",
    alternative: (word: String, body: () -> Void)? = nil, isDangerous: Bool = false
  ) {
    self.isDangerous = isDangerous
    (self.heading, self.text, self.answer, self.confirmation) = (heading, text, answer, confirmation)
    (self.draft, self.mistake, self.alternative) = (draft, mistake, alternative)
  }

  /// Asks, and waits for the answer; the dialog with what was typed is gone when this returns. A task that is cancelled takes the
  /// question back.
  ///
  /// - Returns: what was typed, empty where nothing is to be typed; nil where the person declines.
  public func ask(over window: Window) async -> SharedSecret? {
    let mayDecline = if case .none = answer { false } else { true }
    let question = OpenQuestion(
      heading: heading, text: text, QuestionFields(answer, name: heading, draft: draft, mistake: mistake),
      mayDecline: mayDecline, confirmation: confirmation, alternative, isDangerous: isDangerous, over: window)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { question.open($0) }
    } onCancel: {
      Task { await question.close(nil) }
    }
  }
}

/// A question while it is on the screen.
private final class OpenQuestion {
  private static let yes = "yes"
  private static let no = "no"
  private static let other = "other"

  private let dialog: Widget
  private var fields: QuestionFields?
  private var waiting: CheckedContinuation<SharedSecret?, Never>?
  private var isOver = false

  init(
    heading: String, text: String, _ fields: QuestionFields, mayDecline: Bool, confirmation: String,
    _ alternative: (word: String, body: () -> Void)?, isDangerous: Bool, over window: Window
  ) {
    guard let made = adw_message_dialog_new(window.front, heading.unturned, text.unturned) else {
      fatalError("there is no dialog")
    }
    dialog = Widget(made)
    self.fields = fields
    if mayDecline { adw_message_dialog_add_response(dialog.typed(), Self.no, localized("Cancel")) }
    if let alternative { adw_message_dialog_add_response(dialog.typed(), Self.other, alternative.word) }
    adw_message_dialog_add_response(dialog.typed(), Self.yes, confirmation)
    adw_message_dialog_set_response_appearance(
      dialog.typed(), Self.yes, isDangerous ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED)
    adw_message_dialog_set_default_response(dialog.typed(), isDangerous ? Self.no : Self.yes)
    adw_message_dialog_set_close_response(dialog.typed(), mayDecline ? Self.no : Self.yes)
    if let content = fields.content { adw_message_dialog_set_extra_child(dialog.typed(), content.pointer) }
    allow(fields.isComplete)
    fields.completed = { [weak self] in self?.allow($0) }
    dialog.connect("response") { [weak self] in
      let response = $0.text(1)
      if response == Self.other { alternative?.body() }
      self?.close(response == Self.yes ? self?.fields?.typed() : nil)
    }
  }

  private func allow(_ isComplete: Bool) {
    adw_message_dialog_set_response_enabled(dialog.typed(), Self.yes, isComplete ? 1 : 0)
  }

  func open(_ waiting: CheckedContinuation<SharedSecret?, Never>) {
    if isOver { return waiting.resume(returning: nil) }
    self.waiting = waiting
    nameButtons(of: dialog)
    gtk_window_present(dialog.typed())
    fields?.focus()
  }

  func close(_ answer: SharedSecret?) {
    guard !isOver else { return }
    isOver = true
    // An entry for a password hears of its focus even after its end, in GTK 4.8, and reads what is freed.
    gtk_window_set_focus(dialog.typed(), nil)
    // GTK erases what was typed when the entry ends, not when its text is deleted.
    if fields?.content != nil { adw_message_dialog_set_extra_child(dialog.typed(), nil) }
    fields?.clear()
    fields = nil
    gtk_window_destroy(dialog.typed())
    waiting?.resume(returning: answer)
    waiting = nil
  }
}
#endif
