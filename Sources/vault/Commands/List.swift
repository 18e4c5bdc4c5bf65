internal import AgentAPI
internal import ArgumentParser
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultModel

/// `vault list`
struct List: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tasks; protected ones show a lock and their label.",
    discussion: """
      The first column is the short id by which other commands name a task. At a terminal the list ends where the screen does,
      and says how many follow; --limit 0 shows them all.

      EXAMPLES
        vault list
        vault list due:week +shop -home project:garden
        vault list is:done --sort completed --limit 10
        vault list --all --sort modified
        vault list --json
      """)

  @OptionGroup var filterWords: FilterArguments
  @Option(help: "What comes first.")
  var sort: SortChoice = .urgency
  @Option(help: "Show at most N; 0 for all.")
  var limit: Int?
  @Flag(help: "Done tasks, too.")
  var all = false
  @OptionGroup var json: JSONOption

  func validate() throws {
    guard limit ?? 0 >= 0 else { throw ValidationError("--limit takes 0 or more.") }
  }

  func run(in context: CommandContext) throws {
    var filter = try filterWords.filter(now: Date(), zone: .system())
    if all, filter.state == .open { filter.state = .any }
    try Self.show(filter, by: sort.order, limit: limit, asJSON: json.isSet, in: context)
  }

  /// Lists the tasks that the filter means.
  static func show(
    _ filter: TaskFilter = TaskFilter(), by order: TaskQuery.Order = .urgency, limit: Int? = nil, asJSON: Bool = false,
    in context: CommandContext
  ) throws {
    let bound = limit == 0 ? nil : limit ?? (asJSON ? nil : screenful(context))
    let (rows, total) = try TaskPages(context: context).rows(TaskQuery(filter, order: order, limit: bound))
    if asJSON { return try context.output.json(["tasks": rows.map(TaskView.init)]) }
    if rows.isEmpty { return try context.errors.line(nothing(filter)) }
    try context.output.line(TaskText(context: context).list(rows).joined(separator: "\n"))
    if rows.count < total { try context.errors.line("\(rows.count) of \(total); --limit 0 shows all.") }
  }

  private static func nothing(_ filter: TaskFilter) -> String {
    filter == TaskFilter() ? "There is nothing to do. Add a task: vault add \"Buy milk\"" : "No task fits."
  }

  /// As many lines as the terminal has, but for the prompt and the last line; nil when it is none.
  private static func screenful(_ context: CommandContext) -> Int? {
    context.output.rows.map { max(5, $0 - 3) }
  }
}

/// The orders that `--sort` can name.
enum SortChoice: String, ExpressibleByArgument, CaseIterable {
  case urgency, priority, created, modified, name, project, completed

  var order: TaskQuery.Order { TaskQuery.Order(rawValue: rawValue) ?? .urgency }
}
