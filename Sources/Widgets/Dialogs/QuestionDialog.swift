#if Desktop
internal import CAdwaita
public import SecretMemory

/// A question to the person, above a window.
public struct QuestionDialog {
  /// How it is answered.
  public enum Answer {
    /// By a text that is not seen while it is typed.
    case hidden
    /// By a text that is seen.
    case visible
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

  /// Prepares one.
  ///
  /// - Parameters:
  ///   - text: what stands below the heading.
  ///   - confirmation: the word on the button that answers.
  ///   - draft: what stands in a visible answer already, to be edited.
  public init(heading: String, text: String, answer: Answer, confirmation: String, draft: String = "") {
    (self.heading, self.text, self.answer, self.confirmation) = (heading, text, answer, confirmation)
    self.draft = draft
  }

  /// Asks, and waits for the answer; the dialog with what was typed is gone when this returns. A task that is cancelled takes the
  /// question back.
  ///
  /// - Returns: what was typed, empty where nothing is to be typed; nil where the person declines.
  public func ask(over window: Window) async -> SharedSecret? {
    let question = OpenQuestion(heading: heading, text: text, answer: answer, confirmation: confirmation, over: window)
    if answer == .visible { question.fill(draft) }
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

  private let dialog: Widget
  private let entry: Widget?
  private var waiting: CheckedContinuation<SharedSecret?, Never>?
  private var isOver = false

  init(heading: String, text: String, answer: QuestionDialog.Answer, confirmation: String, over window: Window) {
    guard let made = adw_message_dialog_new(window.typed(), heading, text) else { fatalError("there is no dialog") }
    dialog = Widget(made)
    entry =
      switch answer {
      case .hidden: Widget(gtk_password_entry_new())
      case .visible: Widget(gtk_entry_new())
      case .agreement, .none: nil
      }
    if answer != .none { adw_message_dialog_add_response(dialog.typed(), Self.no, "Cancel") }
    adw_message_dialog_add_response(dialog.typed(), Self.yes, confirmation)
    adw_message_dialog_set_response_appearance(dialog.typed(), Self.yes, ADW_RESPONSE_SUGGESTED)
    adw_message_dialog_set_default_response(dialog.typed(), Self.yes)
    adw_message_dialog_set_close_response(dialog.typed(), answer == .none ? Self.yes : Self.no)
    if let entry {
      entry.name(heading)
      entry.flag("activates-default")
      adw_message_dialog_set_extra_child(dialog.typed(), entry.pointer)
    }
    dialog.connect("response") { [weak self] in
      self?.close($0.text(1) == Self.yes ? self?.typed() : nil)
    }
  }

  func fill(_ draft: String) { if let entry { gtk_editable_set_text(entry.opaque, draft) } }

  func open(_ waiting: CheckedContinuation<SharedSecret?, Never>) {
    if isOver { return waiting.resume(returning: nil) }
    self.waiting = waiting
    gtk_window_present(dialog.typed())
    entry?.focus()
  }

  func close(_ answer: SharedSecret?) {
    guard !isOver else { return }
    isOver = true
    // GTK erases what was typed when the entry ends, not when its text is deleted.
    if entry != nil { adw_message_dialog_set_extra_child(dialog.typed(), nil) }
    gtk_window_destroy(dialog.typed())
    waiting?.resume(returning: answer)
    waiting = nil
  }

  /// What was typed; nil where no memory for it could be had.
  private func typed() -> SharedSecret? {
    do {
      guard let entry, let text = gtk_editable_get_text(entry.opaque) else { return SharedSecret(try SecretBytes([])) }
      return SharedSecret(try SecretBytes(copying: UnsafeRawBufferPointer(start: text, count: strlen(text))))
    } catch { return nil }
  }
}
#endif
