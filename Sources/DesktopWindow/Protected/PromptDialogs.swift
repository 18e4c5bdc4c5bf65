#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import SecretMemory
internal import Widgets

/// Asks the person in dialogs above the window.
final class PromptDialogs: PromptAsking {
  private let window: Window
  private var asking: Task<SharedSecret?, Never>?

  init(over window: Window) { self.window = window }

  func answer(_ prompt: Prompt) async -> SharedSecret? {
    guard let question = Self.question(prompt) else { return nil }
    let asking = Task { await question.ask(over: window) }
    self.asking = asking
    // Then the agent waits no longer, and there is nothing to answer.
    let deadline = Task {
      do { try await Task.sleep(for: .seconds(prompt.deadlineSeconds)) } catch { return }
      asking.cancel()
    }
    defer {
      deadline.cancel()
      // A task keeps what it has come to.
      self.asking = nil
    }
    return await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
  }

  /// Takes the question back that is on the screen: the vault was locked, or nobody waits for the answer any more.
  func withdraw() { asking?.cancel() }

  private static func question(_ prompt: Prompt) -> QuestionDialog? {
    func asking(_ heading: String, _ answer: QuestionDialog.Answer, _ confirmation: String) -> QuestionDialog {
      QuestionDialog(
        heading: heading, text: prompt.text == heading ? "" : prompt.text, answer: answer, confirmation: confirmation,
        draft: prompt.draft ?? "")
    }
    return switch prompt.kind {
    case .pin: asking("PIN", .hidden, "Unlock")
    case .pinOrRecoveryCode: asking("PIN or recovery code", .hidden, "Unlock")
    case .recoveryCode: asking("Recovery code", .hidden, "Unlock")
    case .passphrase: asking("Passphrase", .hidden, "Open")
    case .email: asking("Email", .visible, "Continue")
    case .password: asking("Password", .hidden, "Log In")
    case .pamHidden: asking("Verification", .hidden, "Continue")
    case .pamVisible: asking("Verification", .visible, "Continue")
    case .agreement: asking("Please confirm", .agreement, "Yes")
    case .information, .error: asking("Please note", .none, "Continue")
    // What needs a page of its own, and what this version does not know, is declined.
    case .newPIN, .recoveryCodeConfirmation, .protectedText, .filePart, .unknown: nil
    }
  }
}
#endif
