internal import ArgumentParser

/// A command that gets everything it touches from a ``CommandContext``.
///
/// Each says its `commandName`: deriving it from the type searches all conformances of the program, for all commands
/// together half of the time of a start.
protocol AgentCommand: ParsableCommand {
  /// Does the work.
  ///
  /// - Throws: `Failure` or `TerminalError`, which decide the exit status.
  func run(in context: CommandContext) throws
}

extension AgentCommand {
  func run() throws { try run(in: .live()) }
}
