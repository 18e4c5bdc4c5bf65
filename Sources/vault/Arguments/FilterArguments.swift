internal import ArgumentParser

/// A command with a filter among its arguments.
protocol FilteredCommand: AgentCommand {}

extension ArgumentHelp {
  /// Of the words of a filter.
  static var filter: ArgumentHelp {
    ArgumentHelp(
      "Which tasks: +tag, -tag, project:P, due:today, priority:high, is:done, or words to search for.",
      valueName: "filter")
  }
}

extension FilteredCommand {
  static func prepared(_ words: [String]) -> [String] { FilterArguments.shielded(words) }
}

/// The words of a filter, as they reach the parser, for every command that takes one beside its options.
///
/// The parser would take `-home` for the options `-h`, `-o`, `-m`, `-e`, and print the help. So the words of such a command
/// pass through ``shielded(_:)`` before it sees them: options keep working wherever they stand.
enum FilterArguments {
  /// The options of commands with a filter that take the next word as a value.
  private static let valueOptions = ["--sort", "--limit", "--format", "--output"]

  /// The words of a command line, where those that the parser would misread are written otherwise: `-tag` becomes `tag:-tag`, and
  /// what stands behind `--` becomes `text:…`.
  ///
  /// - Parameter arguments: the words behind the command's name.
  static func shielded(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var result: [String] = []
    for (index, word) in arguments[..<end].enumerated() {
      let isValue = index > 0 && valueOptions.contains(arguments[index - 1])
      result.append(isTag(word) && !isValue ? "tag:\(word)" : word)
    }
    return result + arguments[end...].dropFirst().map { "text:\($0)" }
  }

  private static func isTag(_ word: String) -> Bool {
    word.count > 1 && word.hasPrefix("-") && !word.hasPrefix("--") && word != "-h" && word != "-help"
  }
}
