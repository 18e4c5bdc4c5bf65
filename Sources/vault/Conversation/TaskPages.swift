internal import AgentAPI
internal import VaultModel

/// Fetches what a query finds, page by page.
struct TaskPages {
  let context: CommandContext

  /// The first `limit` tasks, or all, and how many there are in all.
  func rows(_ query: TaskQuery) throws -> (rows: [TaskRow], total: Int) {
    let client = try context.connect(PreparedAnswers())
    var conversation = TerminalConversation(context: context, answers: PreparedAnswers())
    var rows: [TaskRow] = []
    var query = query
    while true {
      let page = try conversation.run(ListTasks(query), with: client)
      rows += page.rows
      query.offset += page.rows.count
      query.limit? -= page.rows.count
      if page.rows.isEmpty || query.offset >= page.total || query.limit ?? 1 <= 0 { return (rows, page.total) }
    }
  }
}
