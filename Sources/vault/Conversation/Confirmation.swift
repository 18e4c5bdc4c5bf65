internal import AgentAPI
internal import LinuxSystem
internal import Localization
internal import SecretMemory
internal import Terminal

/// Asks a person at a terminal before something is done; scripts are taken at their word.
struct Confirmation {
  let context: CommandContext
  private static let deadlineSeconds = 120.0

  /// Whether there is somebody to ask.
  private var isAtTerminal: Bool { context.errors.isTerminal && TerminalDevice.isAvailable }

  /// Asks whether that is to be done with these tasks, naming each.
  ///
  /// - Throws: a refusal, unless the answer begins with `y`.
  func ask(_ action: String, _ references: [String]) throws {
    guard isAtTerminal else { return }
    let text = TaskText(context: context)
    for reference in references {
      let row = try context.run(ShowTask(task: reference))
      try context.errors.line(Escaping.line("\(row.shortID)  \(text.title(row))"))
    }
    try ask(action)
  }

  /// Asks whether the last changes are to be taken back, naming the first of them.
  ///
  /// - Throws: a refusal, unless the answer begins with `y`.
  func askToTakeBack(_ count: Int) throws {
    guard isAtTerminal else { return }
    let history = try context.run(ListHistory(limit: 1000, nameCount: OperationView.shownNameCount))
    let rows = history.filter { !$0.isSkipped }.prefix(count)
    for row in rows.prefix(Self.shownChangeCount) {
      try context.errors.line(Escaping.line("\(row.action)  \(OperationView.words(row))"))
    }
    if rows.count > Self.shownChangeCount { try context.errors.line("and \(rows.count - Self.shownChangeCount) more") }
    // One is taken back without a question; none is told by the agent.
    if rows.count > 1 { try ask("Take back these \(rows.count) changes") }
  }

  private static let shownChangeCount = 10

  private func ask(_ action: String) throws {
    let answer = try LinePrompt("\(action)? [y/N]", at: TerminalDevice(), echo: .visible, maximum: 16)
      .ask(deadline: .after(seconds: Self.deadlineSeconds))
    let isYes = answer?.withUnsafeBytes { $0.first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false } ?? false
    guard isYes else { throw Failure(.refused, "Cancelled; nothing was changed.") }
  }
}
