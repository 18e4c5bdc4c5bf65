internal import AgentAPI
internal import ArgumentParser
internal import VaultModel

/// Parses a command line into a command.
///
/// The first words pick it, and only its parser is prepared: preparing those of all commands would be most of the time of a
/// start. Help, completions and mistakes take the parser of the whole tree, which alone knows what to say about them.
struct CommandLineParser {
  /// The command that has all others below it.
  let root: any ParsableCommand.Type
  /// What is meant where no command is named.
  let overview: any ParsableCommand.Type

  /// The command with its arguments, or the parser's own, such as help.
  ///
  /// - Parameter words: all words behind the program's name.
  /// - Throws: a usage `Failure` for an unknown command, and for words that a parser would misread; else what the
  ///   parser of the whole tree throws.
  func command(_ words: [String]) throws -> any ParsableCommand {
    guard let (command, path) = try selection(words) else { return try root.parseAsRoot(words) }
    var arguments = Array(words.dropFirst(path.count))
    if let command = command as? any AgentCommand.Type { arguments = try command.prepared(arguments) }
    if let parsed = try? command.parseAsRoot(arguments), type(of: parsed) == command { return parsed }
    try checkSubcommand(of: words)
    return try root.parseAsRoot(path + arguments)
  }

  /// The command that the first words name, and these words; nil for help.
  private func selection(
    _ words: [String]
  ) throws(Failure) -> (command: any ParsableCommand.Type, path: [String])? {
    guard let first = words.first, !first.hasPrefix("-") else { return (overview, []) }
    if first == Self.help {
      try checkHelp(about: words.dropFirst())
      return nil
    }
    let (command, path) = descent(along: words[...])
    guard !path.isEmpty else { throw UnknownCommand.failure(first, among: [Self.help] + root.subcommandNames) }
    return (command.configuration.defaultSubcommand ?? command, path)
  }

  /// How far the words lead down the tree.
  private func descent(along words: ArraySlice<String>) -> (command: any ParsableCommand.Type, path: [String]) {
    var (command, path) = (root, [String]())
    for word in words {
      guard let next = command.configuration.subcommands.first(where: { $0.name == word }) else { break }
      command = next
      path.append(word)
    }
    return (command, path)
  }

  /// Refuses a word in a subcommand's place that names none: the parser calls it an argument too many.
  private func checkSubcommand(of words: [String]) throws(Failure) {
    let (group, path) = descent(along: words[...])
    let names = group.subcommandNames
    guard !names.isEmpty, let word = words.dropFirst(path.count).first, !word.hasPrefix("-") else { return }
    // The command that is meant without one may take words of its own.
    guard group.configuration.defaultSubcommand == nil || SpellingSuggestion.to(word, among: names) != nil else {
      return
    }
    throw UnknownCommand.failure(word, in: path, among: names)
  }

  /// Refuses help about an unknown command, which the parser would give about the one above it.
  private func checkHelp(about words: ArraySlice<String>) throws(Failure) {
    let (command, path) = descent(along: words)
    guard path.count < 2, let word = words.dropFirst(path.count).first, !word.hasPrefix("-") else { return }
    let names = (path.isEmpty ? [Self.help] : []) + command.subcommandNames
    throw UnknownCommand.failure(word, in: path, among: names)
  }

  /// The parser adds it to the tree by itself.
  private static let help = "help"
}

extension ParsableCommand {
  /// Its word on a command line.
  fileprivate static var name: String { configuration.commandName ?? "" }

  fileprivate static var subcommandNames: [String] { configuration.subcommands.map { $0.name } }
}
