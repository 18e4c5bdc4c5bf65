internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

/// The request for all tasks that a query finds.
struct TaskStreamController: Sendable {
  let tasks: any TaskReading
  /// How many tasks are read at once, and travel together where they fit one message.
  var batchCount = 250

  /// Tells them page by page; no more than two batches are in memory.
  func stream(_ query: TaskQuery, _ conversation: any Conversation) async throws(Failure) {
    let ids: [UUID]
    let shortIDs: [UUID: String]
    do throws(TaskStoreError) {
      ids = try await tasks.ids(query)
      shortIDs = try await tasks.shortIDs(of: ids)
    } catch { throw Failure(error) }
    var batch = try await found(ids.prefix(batchCount)).get()
    for start in stride(from: 0, to: ids.count, by: batchCount) {
      // The store reads on while these are written.
      async let next = found(ids.dropFirst(start + batchCount).prefix(batchCount))
      try await tell(batch, shortIDs, total: ids.count, conversation)
      batch = try await next.get()
    }
  }

  /// Those of the ids' tasks that there still are, in their order.
  private func found(_ ids: ArraySlice<UUID>) async -> Result<[TodoTask], Failure> {
    do throws(TaskStoreError) {
      let found = try await tasks.tasks(Array(ids))
      return .success(ids.compactMap { found[$0] })
    } catch { return .failure(Failure(error)) }
  }

  private func tell(
    _ batch: [TodoTask], _ shortIDs: [UUID: String], total: Int, _ conversation: any Conversation
  ) async throws(Failure) {
    var rest = batch[...]
    while !rest.isEmpty {
      let page = TaskPage(TaskSnapshot(tasks: Array(rest), total: total, shortIDs: shortIDs))
      try await conversation.tell(.tasks(page))
      rest = rest.dropFirst(page.rows.count)
    }
  }
}
