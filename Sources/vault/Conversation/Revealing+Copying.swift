internal import AgentAPI
internal import Localization
internal import SecretMemory
internal import Terminal
internal import VaultClient

/// Copies protected texts and one-time codes, which are shown nowhere.
extension Revealing {
  /// Puts a task's text where it was asked for.
  func copy(_ task: String, to destination: CopyDestination) throws {
    var conversation = TerminalConversation(context: context, answers: answers)
    _ = try conversation.run(CopyText(task), with: client)
    try hand(try received(conversation).0, to: destination)
  }

  /// Puts a task's one-time code where it was asked for; on the desktop's clipboard for no longer than it is good.
  func copyCode(of task: String, to destination: CopyDestination) throws {
    var conversation = TerminalConversation(context: context, answers: answers)
    let validity = try conversation.run(ShowCode(task), with: client)
    let secret = try received(conversation).0
    switch destination {
    case .desktop(let seconds):
      try hand(secret, to: .desktop(seconds: min(seconds, max(1, validity.seconds ?? seconds))))
    case .terminal: try hand(secret, to: .terminal)
    }
    try hint(at: validity, of: task)
  }

  private func hand(_ secret: SharedSecret, to destination: CopyDestination) throws {
    switch destination {
    case .desktop(let seconds):
      try ClipboardProcess.offer(secret.bytes, seconds: seconds, sharing: client, environment: context.environment)
      try context.output.line("Copied; cleared in \(seconds) s, and when the vault locks.")
    case .terminal:
      try context.output.writeToClipboard(secret.bytes)
      try context.output.line(
        "Handed to the terminal, if it takes such texts. Nothing clears it there: copy something else afterwards.")
    }
  }

  /// Looks for what a copy needs, so that nobody types a PIN for nothing.
  static func check(_ destination: CopyDestination?, _ context: CommandContext) throws {
    switch destination {
    case nil: return
    case .desktop: try checkDisplay(context)
    case .terminal: try checkTerminal(context)
    }
  }

  private static func checkDisplay(_ context: CommandContext) throws {
    guard !ClipboardProcess.hasDisplay(context.environment) else { return }
    throw Failure(
      .unavailable,
      "There is no desktop here whose clipboard could be used: neither DISPLAY nor WAYLAND_DISPLAY is set.",
      hint: "Run it in a terminal of the desktop, add --through-terminal, or show the text with vault reveal.")
  }

  private static func checkTerminal(_ context: CommandContext) throws {
    guard context.output.isTerminal, OutputStream.readsStrings(term: context.environment["TERM"]) else {
      throw Failure(
        .unavailable, "Standard output is no terminal that could take a text for its clipboard.",
        hint: "Show the text with vault reveal, or print it with --plain.")
    }
  }
}
