internal import AgentAPI
internal import Exchange
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

/// The request to take tasks in.
struct ImportController: Sendable {
  let tasks: any TaskReading
  let edits: TaskEdits
  let sealing: TextSealing
  let records: SealedRecords
  let confirmed: ConfirmedTextsService

  /// How many tasks are imported in one operation.
  private static let operationCount = 10_000

  /// What became of the tasks of a file.
  private struct Counts {
    var added = 0
    var updated = 0
    var kept = 0
    /// Of the kept those that the file has protected, and that are here in the open.
    var open = 0
    /// Of those that are taken the ones whose text was to be destroyed by now.
    var destroyed = 0
    /// The operations that took them, each of so many.
    var operations: [Int64] = []

    /// What became of the tasks of the file: of nothing that did not happen.
    private var taken: [LocalizedText] {
      var sentences: [LocalizedText] = []
      if added > 0 || updated + kept == 0 {
        sentences.append(LocalizedText(one: "Imported \(added) task.", other: "Imported \(added) tasks.", count: added))
      }
      if updated > 0 {
        sentences.append(
          LocalizedText(
            one: "\(updated) was older here and is brought up to date.",
            other: "\(updated) were older here and are brought up to date.", count: updated))
      }
      if kept > 0 {
        sentences.append(
          LocalizedText(
            one: "\(kept) was here already and is left as it is.",
            other: "\(kept) were here already and are left as they are.", count: kept))
      }
      return sentences
    }

    var sentences: [LocalizedText] {
      var notes = [taken.joined(separator: " ")]
      if open > 0 {
        notes.append(
          LocalizedText(
            one: "\(open) of these is protected in the file, and not here.",
            other: "\(open) of these are protected in the file, and not here.", count: open))
      }
      if destroyed > 0 {
        notes.append(
          LocalizedText(
            one: "\(destroyed) text was to be destroyed by now: not taken.",
            other: "\(destroyed) texts were to be destroyed by now: not taken.", count: destroyed))
      }
      return notes
    }
  }

  /// Takes tasks from a file, or from the client where there is no path. One that is here already is changed only by a state of
  /// it that says to be newer. Those that were protected, and have their texts in the file, are sealed before they are stored.
  func importTasks(
    from path: String?, format: String?, file: FileIdentity? = nil, _ conversation: any Conversation
  ) async throws(Failure) -> Acknowledgement {
    let bytes =
      if let path { try await ImportFile.read(path, as: file) } else { try await ImportFile.receive(conversation) }
    let named: TaskFormat? = if let format { try TaskFormat.named(format) } else { nil }
    guard let format = named ?? TaskFormat.detect(fileName: path, beginning: Array(bytes.prefix(4096))) else {
      throw Failure(
        .badData, "It can't be told which format \(path ?? "the input") has.",
        hint: "Name it, for instance: --format todotxt")
    }
    let imported = try await ImportFile.decode(bytes, format)
    let locks = conversation.lockCount
    var sealer = try await sealer(of: imported, conversation)
    var counts = Counts()
    let all = Self.ordered(imported.tasks)
    for start in stride(from: 0, to: all.count, by: Self.operationCount) {
      let batch = all[start..<min(start + Self.operationCount, all.count)]
      do throws(Failure) {
        if sealer?.holdsOwnersKey == true, conversation.lockCount != locks { throw .lockedMeanwhile }
        try await ingest(batch, of: imported, &counts, &sealer)
      } catch {
        guard start > 0 else { throw error }
        throw Failure(
          error.code, "\(start) of \(all.count) tasks are imported, the rest is not: \(error.$message)",
          hint: error.$hint)
      }
      conversation.report(
        Progress(activity: "Importing tasks", completed: start + batch.count, total: all.count))
    }
    return Acknowledgement(
      (counts.sentences + imported.notes.map(LocalizedText.init(words:))).joined(separator: "\n"),
      operation: counts.operations.count == 1 ? counts.operations.first : nil)
  }

  /// The tasks in the order of their ids, where they are more than one operation takes: each operation then writes to a part of the store's tables that is its
  /// own, and not to all of them.
  private static func ordered(_ tasks: [TodoTask]) -> [TodoTask] {
    tasks.count > operationCount ? tasks.sorted { $0.id < $1.id } : tasks
  }

  /// - Returns: nil where nothing is to be sealed.
  private func sealer(
    of imported: ImportedTasks, _ conversation: any Conversation
  ) async throws(Failure) -> TextSealer? {
    let protected = imported.tasks.filter { imported.toBeSealed.contains($0.id) }
    return protected.isEmpty ? nil : try await sealing.sealer(for: protected, as: "import", conversation)
  }

  private func ingest(
    _ batch: ArraySlice<TodoTask>, of imported: ImportedTasks, _ counts: inout Counts, _ sealer: inout TextSealer?
  ) async throws(Failure) {
    let former = sealer?.records.count ?? 0
    let changes = try await changes(importing: batch, of: imported, &counts, &sealer)
    guard !changes.isEmpty else { return }
    let operation = try await records.storing(Array((sealer?.records ?? []).dropFirst(former))) { () throws(Failure) in
      try await edits.apply(changes, as: "import", at: edits.now())
    }
    counts.operations.append(operation.id)
    await confirmed.recordSealed(changes.compactMap(\.after).flatMap(\.sealedItems), by: sealer?.owner)
    await confirmed.recordSteps(of: changes.compactMap(\.after), by: sealer?.owner)
  }

  private func changes(
    importing batch: ArraySlice<TodoTask>, of imported: ImportedTasks, _ counts: inout Counts,
    _ sealer: inout TextSealer?
  ) async throws(Failure) -> [TaskChange] {
    var changes: [TaskChange] = []
    let present: [UUID: TodoTask]
    let owners: [UUID: UUID]
    do throws(TaskStoreError) {
      // Of most there is nothing, which it takes longest to find out: so that is asked once.
      owners = try await tasks.owners(of: batch.flatMap { [$0.id] + $0.subtasks.map(\.id) })
      present = try await tasks.tasks(batch.lazy.map(\.id).filter { owners[$0] == $0 })
    } catch { throw Failure(error) }
    for one in batch {
      var task = one.leavingAlone(owners)
      let isToBeSealed = imported.toBeSealed.contains(one.id)
      let known = present[task.id]
      if let known,
        known.isProtected || isToBeSealed || imported.undated.contains(one.id)
          || known.modifiedAt >= task.modifiedAt
      {
        counts.kept += 1
        if isToBeSealed, !known.isProtected { counts.open += 1 }
        continue
      }
      if isToBeSealed {
        task = try await sealed(protected: task, &counts, &sealer)
      } else {
        (task.destruction, task.label, task.alwaysVerify) = (nil, nil, false)
      }
      try TaskRules.check(task)
      if known == nil { counts.added += 1 } else { counts.updated += 1 }
      changes.append(TaskChange(before: known, after: task))
    }
    return changes
  }

  /// A task that was protected, with its text sealed, or without it where it was to be destroyed by now.
  private func sealed(
    protected task: TodoTask, _ counts: inout Counts, _ sealer: inout TextSealer?
  ) async throws(Failure) -> TodoTask {
    var task = task
    guard !task.hasServed(at: edits.now()) else {
      counts.destroyed += 1
      return task.destroyed()
    }
    // There is one wherever something is to be sealed.
    guard var present = sealer else { throw Failure(.refused, "There is nothing to seal the texts with.") }
    let label = task.label ?? TodoTask.standardLabel
    task = try await sealing.sealed(task, with: &present)
    task.label = label
    sealer = present
    return task
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

  /// Whether its text was to be destroyed by now.
  fileprivate func hasServed(at now: Date) -> Bool {
    switch destruction {
    case .at(let date): date <= now
    case .whenDone: isDone
    case nil: false
    }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to imports: ImportController) {
    on(ImportTasks.self) { (request, conversation) throws(Failure) in
      try await imports.importTasks(from: request.path, format: request.format, file: request.file, conversation)
    }
  }
}
