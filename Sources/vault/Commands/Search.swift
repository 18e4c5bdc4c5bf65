internal import AgentAPI
internal import ArgumentParser
internal import VaultClient
internal import VaultModel

/// `vault search`
struct Search: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract:
      "Find tasks by words of their name, \(TaskField.all.map(\.name).joined(separator: ", ")), subtasks, tags or label.",
    discussion: """
      Every word must begin one of the task's words. Protected texts are not searched: nothing of them is readable.

      EXAMPLES
        vault search milk
        vault search tax 2026 --json
      """)

  @Argument(help: "The words, or their beginnings.")
  var words: [String]
  @Option(help: "Show at most N; 0 for all.")
  var limit: Int?
  @Flag(help: .json) var json = false

  func validate() throws {
    guard limit ?? 0 >= 0 else { throw ValidationError("--limit takes 0 or more.") }
  }

  func run(in context: CommandContext) throws {
    var filter = TaskFilter(state: .any)
    filter.words = try words.map(FilterWords.searchable)
    try List.show(filter, limit: limit, asJSON: json, in: context)
  }
}
