#if Desktop
internal import CAdwaita
internal import Localization

/// A question to the person that another program may have had asked: it is answered by nothing but its buttons, and in its first moment not by these, so that
/// no click and no key that was meant for something else agrees.
public struct OfferDialog {
  private let heading: String
  private let text: String
  private let confirmation: String

  /// How long nobody can agree to what is drawn.
  private static let moment = Duration.milliseconds(700)

  /// Prepares one.
  ///
  /// - Parameters:
  ///   - text: what stands below the heading.
  ///   - confirmation: the word on the button that agrees.
  public init(heading: String, text: String, confirmation: String) {
    (self.heading, self.text, self.confirmation) = (heading, text, confirmation)
  }

  /// Asks, and waits for the answer.
  ///
  /// - Returns: whether the person agrees.
  public func ask(over window: Window) async -> Bool {
    guard let made = adw_message_dialog_new(window.front, heading.inOneLine, text.inFewLines) else { return false }
    let dialog = Widget(made)
    adw_message_dialog_add_response(dialog.typed(), "no", localized("Cancel"))
    adw_message_dialog_add_response(dialog.typed(), "yes", confirmation)
    adw_message_dialog_set_close_response(dialog.typed(), "no")
    adw_message_dialog_set_response_enabled(dialog.typed(), "yes", 0)
    // From when it is seen.
    dialog.onNextFrame { [weak dialog] in
      Task { [weak dialog] in
        do { try await Task.sleep(for: Self.moment) } catch { return }
        guard let dialog else { return }
        adw_message_dialog_set_response_enabled(dialog.typed(), "yes", 1)
      }
    }
    return await withCheckedContinuation { waiting in
      var answer: CheckedContinuation<Bool, Never>? = waiting
      dialog.connect("response") { values in
        answer?.resume(returning: values.text(1) == "yes")
        answer = nil
      }
      nameButtons(of: dialog)
      gtk_window_present(dialog.typed())
    }
  }
}
#endif
