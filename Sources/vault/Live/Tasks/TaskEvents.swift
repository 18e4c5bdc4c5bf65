internal import AgentAPI
internal import Terminal
internal import VaultModel

/// What a query finds, one line of JSON at once and after every change, until nobody reads them any more.
struct TaskEvents {
  let context: CommandContext

  /// Writes lines as they come.
  func run(_ query: TaskQuery) throws {
    let agent = try LiveTaskAgent(context)
    try agent.observe(query)
    while try LiveOutput.hasReader(context.output, until: agent.descriptor) {
      if let page = try agent.consumePage() { try context.output.jsonLine(TaskPageView(page)) }
    }
  }
}

/// A page as `list --watch --json` prints it.
struct TaskPageView: Encodable {
  private let tasks: [TaskView]
  private let total: Int

  init(_ page: TaskPage) {
    tasks = page.rows.map(TaskView.init)
    total = page.total
  }
}
