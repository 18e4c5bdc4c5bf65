internal import AgentAPI
internal import SecretMemory
internal import Terminal
internal import VaultClient

/// Shows a secret on the terminal's alternate screen while listening for the agent's lock.
struct SecretDisplay {
  let context: CommandContext
  let title: String
  let timeoutSeconds: Double
  /// Whether it is shown again once the window has the focus.
  var returnsWithFocus = false

  /// Shows it; a signal that hid it then takes its course.
  ///
  /// - Returns: what hid it.
  func show(_ secret: SharedSecret, _ client: AgentClient) throws(TerminalError) -> HideReason {
    let screen = try RevealScreen(
      at: TerminalDevice(), term: context.environment["TERM"], title: title, timeoutSeconds: timeoutSeconds,
      returnsWithFocus: returnsWithFocus)
    let reason = try screen.show(secret.bytes, watch: Self.watch(client))
    if let words = Self.words(for: reason) { try context.errors.line("Hidden: \(words).") }
    if case .signal(let number) = reason { DefaultSignalAction.raise(number) }
    return reason
  }

  private static func watch(_ client: AgentClient) -> RevealScreen.Watch {
    RevealScreen.Watch(descriptor: { client.eventDescriptor }, check: { reason(from: client) })
  }

  private static func reason(from client: AgentClient) -> HideReason? {
    do throws(Failure) {
      switch try client.nextEvent() {
      case .locked: return .locked
      case .stopping: return .agentEnded
      case .changed, .tasks, .unknown, nil: return nil
      }
    } catch { return .agentEnded }
  }

  /// Why it went, where the person did not do it.
  static func words(for reason: HideReason) -> String? {
    switch reason {
    case .locked: "the vault was locked"
    case .timeout: "the time was over"
    case .focusLost: "the window lost the focus"
    case .agentEnded: "the agent ended"
    case .key, .terminalClosed, .signal: nil
    }
  }
}

/// Hands a fresh recovery code over, once.
struct RecoveryCodeDisplay {
  let context: CommandContext
  /// Whether it is printed, for a script that has no person to show it to.
  let isPlain: Bool

  func show(_ code: SharedSecret, _ client: AgentClient) throws(TerminalError) {
    guard !isPlain else {
      try context.output.writeExactly(code.bytes)
      return try context.output.write("\n")
    }
    let title = "Your recovery code: write it down on paper. It is shown only now, and you type it back."
    // Who looks for paper must not lose it.
    let display = SecretDisplay(context: context, title: title, timeoutSeconds: 600, returnsWithFocus: true)
    _ = try display.show(code, client)
  }
}
