internal import AgentAPI
internal import VaultClient
internal import VaultModel

/// A command that does not exist.
enum UnknownCommand {
  /// Says so, and which one may be meant.
  ///
  /// - Parameter names: the commands that exist at that place.
  static func failure(_ word: String, among names: [String]) -> Failure {
    let closest = elsewhere[word] ?? SpellingSuggestion.to(word, among: names)
    let meant = closest.map { "Is vault \($0) meant? " } ?? ""
    return Failure(
      .usage, "There is no command \(Failure.quoted(word)).", hint: meant + "All of them: vault --help")
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
