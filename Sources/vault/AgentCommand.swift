internal import AgentAPI
internal import ArgumentParser

/// A command that gets everything it touches from a ``CommandContext``.
///
/// Each says its `commandName`: deriving it from the type searches all conformances of the program, for all commands
/// together half of the time of a start.
protocol AgentCommand: ParsableCommand {
  /// The words behind its name as the parser is to see them.
  ///
  /// - Throws: a usage failure for words that the parser would read otherwise than a person means them.
  static func prepared(_ words: [String]) throws(Failure) -> [String]

  /// Does the work.
  ///
  /// - Throws: `Failure` or `TerminalError`, which decide the exit status.
  func run(in context: CommandContext) throws
}

extension AgentCommand {
  static func prepared(_ words: [String]) throws(Failure) -> [String] { words }

  func run() throws { try run(in: .live()) }
}
