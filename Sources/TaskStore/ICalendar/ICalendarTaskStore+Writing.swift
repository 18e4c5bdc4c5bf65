public import FoundationEssentials
public import VaultModel

extension ICalendarTaskStore {
  /// Makes changes.
  ///
  /// - Parameters:
  ///   - former: what files held before, and are to hold again.
  ///   - entry: what is to be in the log with them.
  ///   - check: refuses them; asked again when files turn out to have been changed meanwhile.
  func write(
    _ changes: [TaskChange], restoring former: [CalendarFileSnapshot] = [],
    in entry: (CalendarPlan) throws(TaskStoreError) -> CalendarLog.Entry? = { _ in nil },
    refusing check: (CalendarContents) throws(TaskStoreError) -> Void = { _ in }
  ) throws(TaskStoreError) {
    watchAgain()
    try finishInterrupted()
    let plan = try plan(changes, former, check)
    let edits = plan.edits
    var change = try entry(plan)
    let staged = try directory.stage(edits)
    if change != nil || edits.count > 1 {
      change = change ?? CalendarLog.Entry()
      change?.intent = edits
      do throws(TaskStoreError) { if let change { try log.make(change) } } catch {
        directory.discard(staged)
        throw error
      }
    }
    do throws(TaskStoreError) { try directory.commit(staged) } catch {
      directory.discard(staged)
      rescan()
      throw error
    }
    ingest(edits, staged)
    finish()
  }

  /// What goes wrong here is told by `health` and tried again at the next change: the change itself is safe.
  private func finish() {
    let note = "The log of operations could not be tidied; that is tried again at the next change."
    notes.removeAll { $0 == note }
    do throws(TaskStoreError) { try log.finish() } catch { notes.append(note) }
    unerased = log.eraseTraces(isPatient: true)
  }

  /// Why stale plaintext is still in the log.
  public func pendingErasureError() -> TaskStoreError? { unerased }

  /// Tries again to erase stale plaintext.
  public func eraseStalePlaintext() {
    guard unerased != nil else { return }
    unerased = log.eraseTraces(isPatient: false)
  }

  /// What the changes come to for the files, as they are now.
  private func plan(
    _ changes: [TaskChange], _ former: [CalendarFileSnapshot],
    _ check: (CalendarContents) throws(TaskStoreError) -> Void
  ) throws(TaskStoreError) -> CalendarPlan {
    for _ in 0..<3 {
      try check(contents)
      let kept = changes.map { change in change.keepingMarks(of: change.id.flatMap { contents.tasks[$0] }) }
      let plan = try CalendarPlan(kept, restoring: former, contents, directory)
      let stale = Set(plan.edits.map(\.name).filter(isStale))
      if stale.isEmpty { return plan }
      reload(stale)
    }
    throw TaskStoreError(.busy, "the files are being changed by another program", ids: changes.compactMap(\.id))
  }

  private func ingest(_ edits: [FileEdit], _ staged: StagedEdits) {
    guard !edits.isEmpty else { return }
    for edit in edits {
      if let content = edit.content, let signature = staged.signatures[edit.name] {
        contents.load(edit.name, .file(Array(content), signature))
      } else {
        contents.load(edit.name, .absent)
      }
    }
    contents.rebuild()
    observers.signal()
  }

  /// Carries out an intent that was interrupted.
  func finishInterrupted() throws(TaskStoreError) {
    eraseStalePlaintext()
    let edits = try Self.finishIntent(log, directory)
    unfinished = [:]
    if let edits { reload(Set(edits.map(\.name))) }
  }

  /// Carries out an intent, but for files that another program changed since: those stay as they are.
  ///
  /// - Returns: it; nil when there was none.
  @discardableResult
  static func finishIntent(_ log: CalendarLog, _ directory: CalendarDirectory) throws(TaskStoreError) -> [FileEdit]? {
    guard let edits = try log.intent() else { return nil }
    let open = edits.filter { isOpen($0, directory.read($0.name)) }
    try directory.commit(try directory.stage(open))
    try log.finish()
    return edits
  }

  /// Whether a file is still as it was before the edit.
  private static func isOpen(_ edit: FileEdit, _ found: CalendarDirectory.Found) -> Bool {
    switch found {
    case .absent: edit.former == nil && edit.content != nil
    case .file(let bytes, _): edit.former == CalendarContents.checksum(bytes)
    case .broken: false
    }
  }

  /// Reads a file as it will be after an edit that is still to be made.
  static func read(
    _ name: String, _ directory: CalendarDirectory, _ unfinished: FileEdit?
  ) -> CalendarDirectory.Found {
    let found = directory.read(name)
    guard let edit = unfinished, isOpen(edit, found) else { return found }
    guard let content = edit.content else { return .absent }
    guard case .file(_, let signature) = found else { return .file(Array(content), .absent) }
    return .file(Array(content), signature)
  }
}

// MARK: Operations

extension ICalendarTaskStore {
  /// Makes the changes and keeps them in the log.
  @discardableResult
  public func apply(
    _ changes: [TaskChange], as action: String, at date: Date, rewriting: OperationRewriting?
  ) throws(TaskStoreError) -> TaskOperation {
    try TaskChange.check(changes)
    let ids = changes.compactMap(\.id)
    var operation = TaskOperation(
      id: try log.lastNumber() + 1, date: date, action: action, tasks: ids, record: .open(changes))
    try write(
      changes, restoring: [CalendarFileSnapshot](of: changes),
      in: { plan throws(TaskStoreError) in
        operation.record = .open(try plan.addingSnapshots(to: changes))
        return try entry(&operation, rewriting)
      }, refusing: { contents throws(TaskStoreError) in try Self.check(changes, contents) })
    return operation
  }

  private func entry(
    _ operation: inout TaskOperation, _ rewriting: OperationRewriting?
  ) throws(TaskStoreError) -> CalendarLog.Entry {
    var entry = CalendarLog.Entry()
    if let rewriting {
      operation = try rewriting(operation)
      for other in try log.operations() where !Set(operation.tasks).isDisjoint(with: other.tasks) {
        entry.puts.append(try rewriting(other))
      }
      entry.isErasing = true
    }
    entry.puts.append(operation)
    return entry
  }

  /// The newest operations, newest first.
  public func history(_ limit: Int) throws(TaskStoreError) -> [TaskOperation] {
    try log.operations().suffix(max(0, limit)).reversed()
  }

  /// The operation of that number.
  public func operation(_ id: Int64) throws(TaskStoreError) -> LoggedOperation? { try log.operation(id) }

  /// Takes back an operation that is the last on its tasks.
  public func undo(_ id: Int64, _ changes: [TaskChange], erasing: Bool) throws(TaskStoreError) {
    guard try log.operation(id)?.isLast == true else { throw TaskStoreError(notLast: id) }
    let inverses = changes.map(\.inverse)
    try write(
      inverses, restoring: [CalendarFileSnapshot](of: changes),
      in: { _ in CalendarLog.Entry(removals: [id], isErasing: erasing) },
      refusing: { contents throws(TaskStoreError) in try Self.check(inverses, contents) })
  }

  /// Marks the newest operation that is not skipped as skipped.
  public func skip(_ id: Int64) throws(TaskStoreError) {
    var operation = try log.newestToUndo(id)
    operation.isSkipped = true
    try log.make(CalendarLog.Entry(puts: [operation]))
  }

  /// Removes old operations.
  public func expireHistory(before date: Date, keeping count: Int) throws(TaskStoreError) -> [TaskOperation] {
    let operations = try log.operations()
    let surplus = operations.count - max(0, count)
    let expired = operations.enumerated().filter { $0.offset < surplus || $0.element.date < date }.map(\.element)
    if !expired.isEmpty { try log.make(CalendarLog.Entry(removals: expired.map(\.id))) }
    return expired
  }

  private static func check(_ changes: [TaskChange], _ contents: CalendarContents) throws(TaskStoreError) {
    let conflicts = contents.tasks.conflicts(with: changes)
    guard conflicts.isEmpty else { throw TaskStoreError(.conflict, ids: conflicts) }
    // A to-do that another task has would be taken from it, and lost when that is taken back.
    let changed = Set(changes.compactMap(\.id))
    let taken = changes.compactMap(\.after).filter { task in
      ([task.id] + task.subtasks.map(\.id)).contains { id in contents.owners[id].map { !changed.contains($0) } ?? false
      }
    }
    guard taken.isEmpty else { throw TaskStoreError(.alreadyExists, ids: taken.map(\.id)) }
  }
}
