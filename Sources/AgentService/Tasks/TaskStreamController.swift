internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

/// The request for all tasks that a query finds.
struct TaskStreamController: Sendable {
  let tasks: any TaskReading
  /// How many tasks are read at once, and travel together where they fit one message.
  var batchCount = 250

  /// Tells them page by page; no more than two batches are in memory, and of each task its id.
  func stream(_ query: TaskQuery, _ conversation: any Conversation) async throws(Failure) {
    let found = try await found(query)
    var batch = try await tasks(found.prefix(batchCount)).get()
    for start in stride(from: 0, to: found.count, by: batchCount) {
      // The store reads on while these are written.
      async let next = tasks(found.dropFirst(start + batchCount).prefix(batchCount))
      try await send(batch, total: found.count, conversation)
      batch = try await next.get()
    }
  }

  /// A task that the query found. Its short id is as many of its digits: a client may take its time, and texts take many times the
  /// memory.
  private struct Found {
    let id: UUID
    let digitCount: UInt8
  }

  private func found(_ query: TaskQuery) async throws(Failure) -> [Found] {
    do throws(TaskStoreError) {
      let ids = try await tasks.ids(query)
      let shortIDs = try await tasks.shortIDs(of: ids)
      return ids.map { Found(id: $0, digitCount: UInt8(shortIDs[$0]?.utf8.count ?? 32)) }
    } catch { throw Failure(error) }
  }

  /// Those that there still are, in their order.
  private func tasks(_ found: ArraySlice<Found>) async -> Result<[NamedTask], Failure> {
    do throws(TaskStoreError) {
      let present = try await tasks.tasks(found.map(\.id))
      return .success(
        found.compactMap { one in
          present[one.id].map { task in
            NamedTask(shortID: one.id.hexDigits(Int(one.digitCount)), task: task)
          }
        })
    } catch { return .failure(Failure(error)) }
  }

  private func send(_ batch: [NamedTask], total: Int, _ conversation: any Conversation) async throws(Failure) {
    var rest = batch[...]
    while !rest.isEmpty {
      let page = rest.prefix(TaskRules.page(rest.map(\.task)).count)
      try await conversation.notify(.tasks(TaskPage(rows: page.map(\.row), total: total)))
      rest = rest.dropFirst(page.count)
    }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to stream: TaskStreamController) {
    on(StreamTasks.self) { (request, conversation) throws(Failure) in
      try await stream.stream(request.query, conversation)
      return Acknowledgement()
    }
  }
}
