#if Desktop
internal import CAdwaita
internal import Localization

/// Asks whether what was filled in is to be thrown away.
public struct DiscardDialog {
  private let heading: String
  private let text: String
  private let keeping: String
  private let discarding: String

  /// Prepares one, in which Esc goes back.
  ///
  /// - Parameters:
  ///   - text: what stands below the heading.
  ///   - keeping: the word on the button that goes back; nil for the usual one.
  ///   - discarding: the word on the other one; nil for the usual one.
  public init(heading: String, text: String, keeping: String? = nil, discarding: String? = nil) {
    (self.heading, self.text) = (heading, text)
    (self.keeping, self.discarding) = (keeping ?? localized("Keep Editing"), discarding ?? localized("Discard"))
  }

  /// Asks, and waits for the answer. A task that is cancelled takes the question back.
  ///
  /// - Returns: whether it is to be thrown away.
  public func ask(over window: Window) async -> Bool { await ask(over: window.front) }

  /// Asks above any window of GTK's.
  func ask(over window: UnsafeMutablePointer<GtkWindow>?) async -> Bool {
    guard let made = adw_message_dialog_new(window, heading, text) else { return false }
    let dialog = Widget(made)
    adw_message_dialog_add_response(dialog.typed(), "keep", keeping)
    adw_message_dialog_add_response(dialog.typed(), "discard", discarding)
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
