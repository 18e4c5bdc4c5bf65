internal import AgentAPI
internal import ArgumentParser
internal import VaultClient
internal import VaultModel

/// Tells a command that there is not from the overview, which takes no arguments.
enum UnknownCommand {
  /// - Parameter groups: all commands but `help`.
  static func check(_ words: [String], among groups: [CommandGroup]) throws(Failure) {
    guard let word = words.first, !word.hasPrefix("-") else { return }
    let commands = groups.flatMap(\.subcommands)
    let names = ["help"] + commands.map(name)
    guard names.contains(word) else { throw unknown(word, among: names) }
    guard word == "help", words.count > 1, !words[1].hasPrefix("-") else { return }
    guard let command = commands.first(where: { name($0) == words[1] }) else { throw unknown(words[1], among: names) }
    let below = command.configuration.subcommands.map(name)
    guard words.count > 2, !words[2].hasPrefix("-"), !below.contains(words[2]) else { return }
    throw unknown("\(words[1]) \(words[2])", among: below.map { "\(words[1]) \($0)" })
  }

  private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

  private static func unknown(_ word: String, among names: [String]) -> Failure {
    let closest = elsewhere[word] ?? SpellingSuggestion.to(word, among: names)
    let meant = closest.map { "Is vault \($0) meant? " } ?? ""
    return Failure(
      .usage, "There is no command \(Failure.quoted(word)).", hint: meant + "All of them: vault --help")
  }

  /// What other programs call what has another name here: Taskwarrior, todoman, todo.txt, pass, and the shell.
  private static let elsewhere = [
    "annotate": "edit", "append": "edit", "cancel": "delete", "cat": "show", "complete": "done", "completed": "list",
    "config": "status", "context": "list", "do": "done", "duplicate": "add", "find": "search", "flush": "delete",
    "info": "show", "information": "show", "insert": "add", "ls": "list", "mod": "edit", "modify": "edit",
    "move": "edit", "mv": "edit", "new": "add", "next": "list", "prepend": "edit", "pri": "edit", "projects": "list",
    "purge": "delete", "remove": "delete", "rm": "delete", "tags": "list",
  ]
}
