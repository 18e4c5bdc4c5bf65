internal import AgentAPI
internal import VaultModel

/// Fetches what a query finds, page by page.
struct TaskPages {
  let context: CommandContext

  /// Gives `body` the pages as they come, the first of them even where it is empty.
  ///
  /// - Returns: how many tasks the filter means in all.
  func forEach(_ query: TaskQuery, _ body: @escaping (TaskPage) throws -> Void) throws -> Int {
    query.limit == nil ? try streamed(query, body) : try listed(query, body)
  }

  /// All of them, which may be many.
  private func streamed(_ query: TaskQuery, _ body: @escaping (TaskPage) throws -> Void) throws -> Int {
    let request = StreamTasks(query)
    let client = try context.connect(PreparedAnswers(), asking: request)
    var conversation = TerminalConversation(context: context, answers: PreparedAnswers())
    var total: Int?
    conversation.onPage = { page in
      total = page.total
      try body(page)
    }
    _ = try conversation.run(request, with: client)
    if total == nil { try body(TaskPage(rows: [], total: 0)) }
    return total ?? 0
  }

  private func listed(_ query: TaskQuery, _ body: @escaping (TaskPage) throws -> Void) throws -> Int {
    let client = try context.connect(PreparedAnswers(), asking: ListTasks(query))
    var conversation = TerminalConversation(context: context, answers: PreparedAnswers())
    // Most lists are one page, and one answer.
    let first = try conversation.run(ListTasks(query), with: client)
    try body(first)
    var rest = query
    rest.offset += first.rows.count
    rest.limit? -= first.rows.count
    guard !first.rows.isEmpty, rest.offset < first.total, rest.limit ?? 1 > 0 else { return first.total }
    conversation.onPage = body
    _ = try conversation.run(StreamTasks(rest), with: client)
    return first.total
  }

  /// The first `limit` tasks, or all, and how many there are in all.
  func rows(_ query: TaskQuery) throws -> (rows: [TaskRow], total: Int) {
    var rows: [TaskRow] = []
    let total = try forEach(query) { rows += $0.rows }
    return (rows, total)
  }
}
