internal import AgentAPI
internal import Exchange
internal import FoundationEssentials
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// How many tasks are read at once.
  private static let batchCount = 500
  /// How many tasks are imported in one operation.
  private static let operationCount = 10_000

  /// Writes tasks part by part. Protected texts go out only after the PIN or the recovery code, whatever tickets there are.
  func export(_ request: ExportRequest, _ conversation: any Conversation) async throws(Failure) -> Reply {
    let format = try Self.format(named: request.format)
    let locks = conversation.lockCount
    var owner: OwnerKeeper.Verified?
    if request.includesProtected {
      try await credentials.askForPassphrase(conversation)
      owner = try await log("export", nil, conversation) { () throws(Failure) in
        try await keeper.verifyAfresh(conversation)
      }
    }
    var encoder = format.encoder()
    try await conversation.send(encoder.beginning)
    // Which ones is decided once: what is added or removed meanwhile shifts no page.
    var ids: [UUID]
    do { ids = try await tasks.ids(TaskQuery(request.filter, order: .created)) } catch { throw Failure(error) }
    // Such a file grows at its end.
    if format == .todotxt { ids.reverse() }
    var batch = try await tasks(ids, from: 0).get()
    for start in stride(from: 0, to: ids.count, by: Self.batchCount) {
      // The store reads on while these are written.
      async let next = tasks(ids, from: start + Self.batchCount)
      var written: [TodoTask] = []
      for task in batch { written.append(try await readable(task, owner)) }
      guard owner == nil || conversation.lockCount == locks else { throw .lockedMeanwhile }
      for part in Self.parts(encoder.encode(written)) { try await conversation.send(part) }
      batch = try await next.get()
    }
    try await conversation.send(encoder.end)
    return .done(message: encoder.notes.joined(separator: "\n"))
  }

  /// The task with its text in the open, for an owner who asked for that.
  private func readable(_ task: TodoTask, _ owner: OwnerKeeper.Verified?) async throws(Failure) -> TodoTask {
    guard let owner, task.isProtected else { return task }
    return try await opened(task, owner)
  }

  /// The next batch of tasks, as they are now; those that are gone are left out.
  private func tasks(_ ids: [UUID], from start: Int) async -> Result<[TodoTask], Failure> {
    let batch = Array(ids.dropFirst(start).prefix(Self.batchCount))
    do throws(TaskStoreError) {
      let found = try await tasks.tasks(batch)
      return .success(batch.compactMap { found[$0] })
    } catch { return .failure(Failure(error)) }
  }

  /// The text in pieces that a message holds.
  private static func parts(_ text: String) -> [String] {
    var parts: [String] = []
    var rest = text.utf8[...]
    while !rest.isEmpty {
      var end = rest.index(rest.startIndex, offsetBy: AgentProtocol.maximumPartByteCount, limitedBy: rest.endIndex)
      // Not within a character's bytes.
      while let cut = end, cut < rest.endIndex, rest[cut] & 0xC0 == 0x80 { end = rest.index(before: cut) }
      let part = rest[..<(end ?? rest.endIndex)]
      parts.append(String(decoding: part, as: UTF8.self))
      rest = rest[part.endIndex...]
    }
    return parts
  }

  private static func format(named name: String) throws(Failure) -> TaskFormat {
    if let format = TaskFormat(rawValue: name) { return format }
    let names = TaskFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw Failure(.usage, "There is no format \u{201C}\(name)\u{201D}.", hint: "There are: \(names).")
  }
}

// MARK: Import

extension VaultAgent {
  /// Takes tasks from a file, or from the client where there is no path. One that is here already is changed only by a state of
  /// it that says to be newer.
  func importTasks(
    from path: String?, format: String?, _ conversation: any Conversation
  ) async throws(Failure) -> Reply {
    let bytes = if let path { try ImportFile.read(path) } else { try await ImportFile.receive(conversation) }
    let named: TaskFormat? = if let format { try Self.format(named: format) } else { nil }
    guard let format = named ?? TaskFormat.detect(fileName: path, beginning: Array(bytes.prefix(4096))) else {
      throw Failure(
        .badData, "It can't be told which format \(path ?? "the input") has.",
        hint: "Name it, for instance: --format todotxt")
    }
    let imported = try await ImportFile.decode(bytes, format)
    var counts = (added: 0, updated: 0, kept: 0)
    for start in stride(from: 0, to: imported.tasks.count, by: Self.operationCount) {
      let batch = imported.tasks[start..<min(start + Self.operationCount, imported.tasks.count)]
      do throws(Failure) {
        let changes = try await changes(taking: batch, undated: imported.undated, &counts)
        if !changes.isEmpty { try await apply(changes, as: "import", at: Date()) }
      } catch {
        guard start > 0 else { throw error }
        throw Failure(
          error.code, "The first \(start) tasks are imported, the rest is not: \(error.message)", hint: error.hint)
      }
      conversation.report(
        Progress(activity: "Importing tasks", completed: start + batch.count, total: imported.tasks.count))
    }
    let sum = "\(counts.added) tasks are added, \(counts.updated) brought up to date, \(counts.kept) left as they are."
    return .done(message: ([sum] + imported.notes).joined(separator: "\n"))
  }

  private func changes(
    taking batch: some Sequence<TodoTask>, undated: Set<UUID>, _ counts: inout (added: Int, updated: Int, kept: Int)
  ) async throws(Failure) -> [TaskChange] {
    var changes: [TaskChange] = []
    let present: [UUID: TodoTask]
    let owners: [UUID: UUID]
    do throws(TaskStoreError) {
      present = try await tasks.tasks(batch.map(\.id))
      owners = try await tasks.owners(of: batch.flatMap { [$0.id] + $0.subtasks.map(\.id) })
    } catch { throw Failure(error) }
    for imported in batch {
      var task = imported.leavingAlone(owners)
      task.destruction = nil
      task.label = nil
      task.alwaysVerify = false
      let known = present[task.id]
      if let known, known.isProtected || undated.contains(imported.id) || known.modifiedAt >= task.modifiedAt {
        counts.kept += 1
        continue
      }
      try TaskRules.check(task)
      if known == nil { counts.added += 1 } else { counts.updated += 1 }
      changes.append(TaskChange(before: known, after: task))
    }
    return changes
  }
}

extension TodoTask {
  /// The task with new ids in place of those that other tasks, or their steps, have already.
  fileprivate func leavingAlone(_ owners: [UUID: UUID]) -> TodoTask {
    var task = self
    if let owner = owners[id], owner != id { task.id = UUID() }
    for index in task.subtasks.indices where owners[task.subtasks[index].id].map({ $0 != id }) ?? false {
      task.subtasks[index].id = UUID()
    }
    return task
  }
}
