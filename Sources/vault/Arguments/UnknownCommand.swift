internal import AgentAPI
internal import Localization
internal import VaultClient
internal import VaultModel

/// A command that does not exist.
enum UnknownCommand {
  /// Says so, and which one may be meant.
  ///
  /// - Parameters:
  ///   - group: the words before it.
  ///   - names: the commands that exist at that place.
  static func failure(_ word: String, in group: [String] = [], among names: [String]) -> Failure {
    let prefix = group.map { "\($0) " }.joined()
    let known = group.isEmpty ? elsewhere[word] : nil
    let meant = (known ?? SpellingSuggestion.to(word, among: names)).map { "Is vault \(prefix)\($0) meant? " } ?? ""
    return Failure(
      .usage, "There is no command \(Failure.quoted(prefix + word)).",
      hint: "\(meant)All of them: vault \(prefix)--help")
  }

  /// The names of other programs for commands that have another name here: Taskwarrior, todoman, todo.txt, pass, and the shell.
  private static let elsewhere = [
    "annotate": "edit", "append": "edit", "cancel": "delete", "cat": "show", "complete": "done", "completed": "list",
    "config": "status", "context": "list", "do": "done", "duplicate": "add", "find": "search", "flush": "delete",
    "info": "show", "information": "show", "insert": "add", "ls": "list", "mod": "edit", "modify": "edit",
    "move": "edit", "mv": "edit", "new": "add", "next": "list", "prepend": "edit", "pri": "edit", "projects": "list",
    "purge": "delete", "remove": "delete", "rm": "delete", "tags": "list",
  ]
}
