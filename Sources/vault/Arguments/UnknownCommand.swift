internal import AgentAPI
internal import ArgumentParser
internal import VaultModel

/// Tells a command that there is not from the overview, which takes no arguments.
enum UnknownCommand {
  /// - Parameter groups: all commands but `help`.
  static func check(_ words: [String], among groups: [CommandGroup]) throws(Failure) {
    guard let word = words.first, !word.hasPrefix("-") else { return }
    var names = ["help"]
    for group in groups {
      for command in group.subcommands { names.append(command.configuration.commandName ?? "") }
    }
    guard !names.contains(word) else { return }
    let meant = ClosestWord.to(word, among: names).map { "Is vault \($0) meant? " } ?? ""
    throw Failure(
      .usage, "There is no command \(Failure.quoted(word)).", hint: meant + "All of them: vault --help")
  }
}
