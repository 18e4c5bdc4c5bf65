#if Desktop
internal import CAdwaita
internal import Localization

/// Asks whether what was filled in is to be thrown away.
public struct DiscardDialog {
  private let heading: String
  private let text: String

  /// Prepares one, in which Esc goes back.
  ///
  /// - Parameter text: what stands below the heading.
  public init(heading: String, text: String) { (self.heading, self.text) = (heading, text) }

  /// Asks, and waits for the answer. A task that is cancelled takes the question back.
  ///
  /// - Returns: whether it is to be thrown away.
  public func ask(over window: Window) async -> Bool {
    guard let made = adw_message_dialog_new(window.front, heading, text) else { return false }
    let dialog = Widget(made)
    adw_message_dialog_add_response(dialog.typed(), "keep", localized("Keep Editing"))
    adw_message_dialog_add_response(dialog.typed(), "discard", localized("Discard"))
    adw_message_dialog_set_response_appearance(dialog.typed(), "discard", ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_default_response(dialog.typed(), "keep")
    adw_message_dialog_set_close_response(dialog.typed(), "keep")
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        var answer: CheckedContinuation<Bool, Never>? = waiting
        func finish(_ isDiscarded: Bool) {
          answer?.resume(returning: isDiscarded)
          answer = nil
        }
        dialog.connect("response") { finish($0.text(1) == "discard") }
        // With the window below it goes without a word.
        dialog.connect("destroy") { _ in finish(false) }
        nameButtons(of: dialog)
        gtk_window_present(dialog.typed())
      }
    } onCancel: {
      Task { @MainActor in gtk_window_destroy(dialog.typed()) }
    }
  }
}
#endif
