internal import AgentAPI
internal import LinuxSystem
internal import SecretMemory
internal import Terminal

/// Answers that options give in place of a person: a line of standard input each, given once.
struct PreparedAnswers {
  /// `--email`.
  var email: String?
  /// `--password-stdin`.
  var passwordFromInput = false
  /// `--pin-stdin`: first the PIN in force where one is asked for, then the new one.
  var pinFromInput = false
  /// `--recovery-code-stdin`.
  var recoveryCodeFromInput = false
  /// `-` in place of a protected task's text: all of standard input.
  var textFromInput = false
  /// `--editor`: what was written there.
  var text: SharedSecret?

  /// Whether standard input answers anything.
  var readsInput: Bool { passwordFromInput || pinFromInput || recoveryCodeFromInput || textFromInput }

  /// Which kinds of question one line answers; the same line is never given twice.
  enum Slot: Hashable { case email, password, owner, newPIN, recoveryCode, text }

  /// The slot for a kind of question; nil where no option answers it.
  func slot(for kind: Prompt.Kind) -> Slot? {
    switch kind {
    case .email: email == nil ? nil : .email
    case .password: passwordFromInput ? .password : nil
    case .pin: pinFromInput ? .owner : nil
    case .pinOrRecoveryCode: pinFromInput ? .owner : recoveryCodeFromInput ? .recoveryCode : nil
    case .newPIN: pinFromInput ? .newPIN : nil
    case .recoveryCode: recoveryCodeFromInput ? .recoveryCode : nil
    case .protectedText: textFromInput || text != nil ? .text : nil
    default: nil
    }
  }

  /// Reads the answer of a slot.
  ///
  /// - Returns: nil when standard input has ended.
  func read(_ slot: Slot, from descriptor: Int32, deadline: Deadline) throws(TerminalError) -> SecretBytes? {
    switch slot {
    case .email:
      do { return try SecretBytes(Array((email ?? "").utf8)) } catch { throw .system(error) }
    case .text:
      if let text {
        do { return try text.bytes.copy() } catch { throw .system(error) }
      }
      return try SecretInput.everything(
        from: descriptor, maximum: AgentProtocol.maximumSecretByteCount, deadline: deadline)
    case .password, .owner, .newPIN, .recoveryCode:
      return try SecretInput.line(from: descriptor, maximum: Self.maximumLineByteCount, deadline: deadline)
    }
  }

  /// The longest password, PIN or code, in bytes.
  static let maximumLineByteCount = 4096

  /// The option that would have answered a question, for people without a terminal.
  static func option(for kind: Prompt.Kind) -> String? {
    switch kind {
    case .email: "--email"
    case .password: "--password-stdin"
    case .pin, .newPIN, .pinOrRecoveryCode: "--pin-stdin"
    case .recoveryCode: "--recovery-code-stdin"
    case .protectedText: "- in place of the text"
    default: nil
    }
  }
}
