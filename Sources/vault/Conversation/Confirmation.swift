internal import AgentAPI
internal import LinuxSystem
internal import SecretMemory
internal import Terminal

/// Asks a person at a terminal before something is done; scripts are taken at their word.
struct Confirmation {
  let context: CommandContext
  private static let deadlineSeconds = 120.0

  /// Asks whether that is to be done with these tasks, naming each.
  ///
  /// - Throws: a refusal, unless the answer begins with `y`.
  func ask(_ action: String, _ references: [String]) throws {
    guard context.errors.isTerminal, TerminalDevice.isAvailable else { return }
    let text = TaskText(context: context)
    for reference in references {
      let row = try context.run(ShowTask(task: reference))
      try context.errors.line(Escaping.line("\(row.shortID)  \(text.title(row))"))
    }
    let answer = try LinePrompt("\(action)? [y/N]", at: TerminalDevice(), echo: .visible, maximum: 16)
      .ask(deadline: .after(seconds: Self.deadlineSeconds))
    let isYes = answer?.withUnsafeBytes { $0.first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false } ?? false
    guard isYes else { throw Failure(.refused, "Cancelled; nothing was changed.") }
  }
}
