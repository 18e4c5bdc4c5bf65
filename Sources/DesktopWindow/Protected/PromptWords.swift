#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import Widgets

/// A question of the agent's, as a dialog asks it.
struct PromptWords {
  /// What is asked for.
  let heading: String
  /// What it is for, and what is to be known besides.
  let text: String
  /// How it is answered.
  let answer: QuestionDialog.Answer
  /// The word on the button.
  let confirmation: String
  /// What is said while the agent looks whether the answer is right.
  let checking: String

  /// - Returns: nil for what needs a page of its own, and for what this version does not know: that is declined.
  init?(_ prompt: Prompt, _ aside: PromptAside) {
    switch prompt.kind {
    case .pin: (heading, answer, confirmation) = (localized("PIN"), .hidden, aside.purpose.action)
    case .pinOrRecoveryCode:
      (heading, answer, confirmation) = (localized("PIN or recovery code"), .hidden, aside.purpose.action)
    case .recoveryCode: (heading, answer, confirmation) = (localized("Recovery code"), .echoed, aside.purpose.action)
    case .newPIN:
      (heading, answer, confirmation) = (
        localized("New PIN"), .hiddenTwice(atLeast: AgentProtocol.minimumPINCharacterCount), localized("Set PIN")
      )
    case .recoveryCodeConfirmation:
      (heading, answer, confirmation) = (localized("Type the code"), .echoed, localized("Continue"))
    case .passphrase: (heading, answer, confirmation) = (localized("Passphrase"), .hidden, localized("Open"))
    case .pamHidden: (heading, answer, confirmation) = (localized("Verification"), .hidden, localized("Continue"))
    case .pamVisible: (heading, answer, confirmation) = (localized("Verification"), .visible, localized("Continue"))
    case .agreement: (heading, answer, confirmation) = (localized("Please confirm"), .agreement, localized("Yes"))
    case .information, .error: (heading, answer, confirmation) = (localized("Please note"), .none, localized("Close"))
    case .protectedText, .filePart, .email, .password, .unknown: return nil
    }
    checking =
      [.pin, .pinOrRecoveryCode].contains(prompt.kind) ? localized("Checking the PIN …") : localized("Checking …")
    text = [aside.purpose.words, aside.note, Self.words(prompt, heading)].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What the agent's question says that the heading does not.
  private static func words(_ prompt: Prompt, _ heading: String) -> String {
    switch prompt.kind {
    case .pin, .pinOrRecoveryCode, .recoveryCode:
      // Why only the code opens it, or why not yet, stands in front.
      let known = ["PIN", "PIN (or recovery code)", "Recovery code"]
      if known.contains(prompt.text) { return "" }
      return prompt.text.hasSuffix(" Recovery code")
        ? String(prompt.text.dropLast(" Recovery code".count)) : prompt.text
    case .newPIN: return localized("\(prompt.text). Type the same in both places.")
    case .recoveryCodeConfirmation: return localized("Type back what you have written down.")
    case .agreement:
      let marks = " [y/N]"
      return prompt.text.hasSuffix(marks) ? String(prompt.text.dropLast(marks.count)) : prompt.text
    default: return ["Passphrase", heading].contains(prompt.text) ? "" : prompt.text
    }
  }
}
#endif
