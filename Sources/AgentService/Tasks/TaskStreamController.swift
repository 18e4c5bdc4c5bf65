internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

/// The request for all tasks that a query finds.
struct TaskStreamController: Sendable {
  let tasks: any TaskReading
  /// How many tasks are read at once, and travel together where they fit one message.
  var batchCount = 250

  /// Tells them page by page; no more than two batches are in memory, and of each task its id.
  func stream(_ query: TaskQuery, _ conversation: any Conversation) async throws(Failure) {
    let (found, total) = try await begin(query, conversation)
    var batch = try await tasks(found.prefix(batchCount), query.filter).get()
    for start in stride(from: 0, to: found.count, by: batchCount) {
      // The store reads on while these are written.
      async let next = tasks(found.dropFirst(start + batchCount).prefix(batchCount), query.filter)
      try await send(batch, total, conversation)
      batch = try await next.get()
    }
  }

  /// Tells the first batch; most lists are no longer.
  ///
  /// - Returns: what else the query finds, and how many tasks the filter means in all.
  private func begin(_ query: TaskQuery, _ conversation: any Conversation) async throws(Failure) -> ([Found], Int) {
    let first = try await first(query)
    let named = first.tasks.map { NamedTask(shortID: first.shortIDs[$0.id] ?? "", task: $0) }
    guard named.count == batchCount else {
      try await send(named, first.total, conversation)
      return ([], first.total)
    }
    // What else there is the store finds out while these are written.
    async let others = others(query, than: first.tasks)
    try await send(named, first.total, conversation)
    return (try await others.get(), first.total)
  }

  /// A task that the query found. Its short id is as many of its digits: a client may take its time, and texts take many times the
  /// memory.
  private struct Found {
    let id: UUID
    let digitCount: UInt8
  }

  private func first(_ query: TaskQuery) async throws(Failure) -> TaskSnapshot {
    var query = query
    query.limit = min(query.limit ?? batchCount, batchCount)
    return try await TaskStoreError.asFailure(await tasks.snapshot(of: query))
  }

  /// What the query finds besides these.
  private func others(_ query: TaskQuery, than first: [TodoTask]) async -> Result<[Found], Failure> {
    let told = Set(first.map(\.id))
    do throws(TaskStoreError) {
      let left = query.limit.map { $0 - first.count } ?? .max
      let ids = try await tasks.ids(query).filter { !told.contains($0) }.prefix(left)
      let shortIDs = try await tasks.shortIDs(of: Array(ids))
      return .success(ids.map { Found(id: $0, digitCount: UInt8(shortIDs[$0]?.utf8.count ?? 32)) })
    } catch { return .failure(Failure(error)) }
  }

  /// Those that there still are and that the filter still means, in their order. What the words of every task are is dear to find out.
  private func tasks(_ found: ArraySlice<Found>, _ filter: TaskFilter) async -> Result<[NamedTask], Failure> {
    var filter = filter
    filter.words = []
    do throws(TaskStoreError) {
      let present = try await tasks.tasks(found.map(\.id))
      return .success(
        found.compactMap { one in
          guard let task = present[one.id], filter.matches(task) else { return nil }
          return NamedTask(shortID: one.id.hexDigits(Int(one.digitCount)), task: task)
        })
    } catch { return .failure(Failure(error)) }
  }

  private func send(_ batch: [NamedTask], _ total: Int, _ conversation: any Conversation) async throws(Failure) {
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
