internal import AgentAPI
internal import ArgumentParser
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultModel

/// `vault list`
struct List: FilteredCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tasks; protected ones show a lock and their label.",
    discussion: """
      The first column is the short id by which other commands name a task. At a terminal the list ends where the screen does,
      and says how many follow; --limit 0 shows them all.

      With --watch it is shown live: arrows or j and k move, Enter opens a task, d marks it done and D open again, s snoozes its
      reminder, r reveals it, u takes the last change back, / changes the filter, q leaves. With --json, too, a line is printed at
      once and after every change, and no terminal is needed.

      EXAMPLES
        vault list
        vault list due:week +shop -home project:garden
        vault list is:done --sort completed --limit 10
        vault list --all --sort modified
        vault list --json
        vault list due:week --watch
      """)

  @Argument(help: .filter) var filterWords: [String] = []
  @Option(help: "The order.")
  var sort: SortChoice = .urgency
  @Option(help: "Show at most N; 0 for all.")
  var limit: Int?
  @Flag(help: "Done tasks, too.")
  var all = false
  @Flag(help: "Show them live.")
  var watch = false
  @Flag(help: .json) var json = false

  func validate() throws {
    guard limit ?? 0 >= 0 else { throw ValidationError("--limit takes 0 or more.") }
  }

  func run(in context: CommandContext) throws {
    let filter = try FilterLine(filterWords, showsDone: all, now: Date())
    if watch { return try watch(filter, in: context) }
    try Self.show(filter.filter, by: sort.order, limit: limit, asJSON: json, in: context)
  }

  private func watch(_ filter: FilterLine, in context: CommandContext) throws {
    let bound = limit == 0 ? nil : limit
    if json {
      return try TaskEvents(context: context).run(TaskQuery(filter.filter, order: sort.order, limit: bound))
    }
    try LiveShow(context: context).run(filter, by: sort.order, limit: bound)
  }

  /// Lists the tasks that the filter means.
  static func show(
    _ filter: TaskFilter, by order: TaskQuery.Order = .urgency, limit: Int?, asJSON: Bool,
    in context: CommandContext
  ) throws {
    let bound = limit == 0 ? nil : limit ?? (asJSON ? nil : screenful(context))
    let (pages, query) = (TaskPages(context: context), TaskQuery(filter, order: order, limit: bound))
    if asJSON {
      var list = JSONList("tasks", context.output)
      _ = try pages.forEach(query) { try list.append($0.rows.map(TaskView.init)) }
      return try list.end()
    }
    // How wide its columns are is known once all rows are there.
    var cells: [[Table.Cell]] = []
    var text: TaskText?
    let total = try pages.forEach(query) { page in
      // What is late says the moment at which the first rows are there: the agent may have taken its time.
      let first = text ?? TaskText(context: context)
      text = first
      cells += page.rows.map(first.cells)
    }
    guard let text, !cells.isEmpty else { return try context.errors.line(TaskText.nothing(filter)) }
    try context.output.line(text.table(cells).lines(width: context.output.columns).joined(separator: "\n"))
    if cells.count < total { try context.errors.line("\(cells.count) of \(total); --limit 0 shows all.") }
  }

  /// As many lines as the terminal has, but for the prompt and the last line; nil when it is none.
  private static func screenful(_ context: CommandContext) -> Int? {
    context.output.rows.map { max(5, $0 - 3) }
  }
}

/// The orders that `--sort` accepts.
enum SortChoice: String, WordChoice {
  case urgency, priority, created, modified, name, project, completed

  var order: TaskQuery.Order { TaskQuery.Order(rawValue: rawValue) ?? .urgency }
}
