internal import AgentAPI
internal import LinuxSystem
internal import SecretMemory
internal import Terminal

/// One question of the agent's, put to the person at the terminal.
struct PersonPrompt {
  let device: TerminalDevice
  let prompt: Prompt
  let deadline: Deadline

  /// Asks.
  ///
  /// - Returns: nil when the person dismissed it.
  func ask() throws(TerminalError) -> SecretBytes? {
    prompt.kind == .newPIN ? try askTwice() : try line(prompt.text)
  }

  private func line(_ question: String) throws(TerminalError) -> SecretBytes? {
    let isText = prompt.kind == .protectedText
    return try LinePrompt(
      question, at: device, echo: echo,
      maximum: isText ? AgentProtocol.maximumSecretByteCount : PreparedAnswers.maximumLineByteCount,
      pastedNewlines: isText, draft: prompt.draft ?? ""
    ).ask(deadline: deadline)
  }

  private var echo: LinePrompt.Echo {
    switch prompt.kind {
    case .email, .pamVisible, .agreement: .visible
    case .recoveryCode, .recoveryCodeConfirmation: .erased
    default: .hidden
    }
  }

  /// A new PIN is typed twice, since it can't be seen; after three different pairs the person may need a pause.
  private func askTwice() throws(TerminalError) -> SecretBytes? {
    for attempt in 0..<3 {
      let question = attempt == 0 ? prompt.text : "The entries do not match. \(prompt.text)"
      guard let first = try line(question), let second = try line("The same once more") else { return nil }
      if first.isEqual(to: second) { return first }
    }
    return nil
  }

  /// What is asked for, as the beginning of a sentence.
  static func name(of kind: Prompt.Kind) -> String {
    switch kind {
    case .email: "The account's email"
    case .password: "The password"
    case .pin: "The PIN"
    case .newPIN: "A new PIN"
    case .recoveryCode: "The recovery code"
    case .recoveryCodeConfirmation: "The recovery code, typed back,"
    case .pinOrRecoveryCode: "The PIN or the recovery code"
    case .protectedText: "The text to protect"
    case .passphrase: "The passphrase of the encrypted file"
    case .pamHidden, .pamVisible: "An answer for the system's authentication"
    case .filePart: "The file to import"
    case .agreement, .information, .error, .unknown: "An answer"
    }
  }
}
