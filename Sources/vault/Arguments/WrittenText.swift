internal import AgentAPI
internal import ArgumentParser
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SecretMemory
internal import Terminal

/// What somebody writes to another one: as words, from standard input, or typed at the terminal.
struct WrittenText: ParsableArguments {
  @Argument(help: "The text, of 4,096 bytes at most; - for standard input.")
  var text: [String] = []

  /// The longest text, in bytes.
  private static let maximumByteCount = 4096
  /// How long it may be typed, in seconds.
  private static let typingSeconds = 3600.0

  /// Whether it is asked for at the terminal.
  var isTyped: Bool { text.isEmpty && isatty(STDIN_FILENO) == 1 }

  /// The text.
  ///
  /// - Parameter title: what stands before it where it is asked for.
  /// - Throws: ``Failure`` where there is none, or it can't be read.
  func read(_ title: String, _ context: CommandContext) throws -> String {
    guard text.isEmpty || text == ["-"] else { return text.joined(separator: " ") }
    if isTyped { return try Self.typed(title) }
    // As programs write it, without the end of its last line.
    let input = try PayloadFile.read("-", context)
    return input.hasSuffix("\n") ? String(input.dropLast()) : input
  }

  /// Asks for it at the terminal.
  ///
  /// - Throws: ``Failure`` where nothing is typed.
  static func typed(_ title: String) throws -> String {
    let line = try LinePrompt(
      title, at: TerminalDevice(), echo: .visible, maximum: maximumByteCount, pastedNewlines: true
    ).ask(deadline: .after(seconds: typingSeconds))
    guard let text = line?.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }),
      text.contains(where: { !$0.isWhitespace })
    else { throw Failure(.refused, "Cancelled; nothing was sent.") }
    return text
  }
}
