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
    let closest = elsewhere[word] ?? ClosestWord.to(word, among: names)
    let meant = closest.map { "Is vault \($0) meant? " } ?? ""
    throw Failure(
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
