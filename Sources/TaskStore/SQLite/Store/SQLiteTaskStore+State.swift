public import FoundationEssentials

extension SQLiteTaskStore {
  /// The value under `key`, or nil.
  public func state(_ key: VaultStateKey) throws(TaskStoreError) -> [UInt8]? {
    let found = try database.readProven { try $0.row(key.rowName)?.valid().cells.first?.bytes }
    if found != nil { return found }
    // A damaged key makes its row look absent: only a look at all of them tells.
    return try database.isComplete(TaskSchema.state) ? nil : state(key)
  }

  /// Stores `value` under `key`; nil removes it.
  public func setState(_ value: [UInt8]?, for key: VaultStateKey) async throws(TaskStoreError) {
    try VaultStateKey.check(value)
    try await write { _, _ in
      if let value { [.put(key.rowName, [.blob(value)])] } else { [.remove(key.rowName)] }
    }
  }

  /// All marks.
  public func reminderStates() throws(TaskStoreError) -> [ReminderState] {
    try database.rows(of: TaskSchema.mark).compactMap { ReminderState($0) }
  }

  /// Stores a mark.
  public func setReminderState(_ mark: ReminderState) async throws(TaskStoreError) {
    try Self.checkStorable(mark.delivered)
    try Self.checkStorable(mark.snoozedUntil)
    try await write { _, _ in [.put(TaskSchema.name(markOf: mark.task, mark.subtask), mark.cells)] }
  }

  /// Removes a mark.
  public func removeReminderState(task: UUID, subtask: UUID?) async throws(TaskStoreError) {
    try await write { _, _ in [.remove(TaskSchema.name(markOf: task, subtask))] }
  }
}

extension VaultStateKey {
  fileprivate var rowName: RowName { RowName(table: TaskSchema.state, key: Array(rawValue.utf8)) }

  static func check(_ value: [UInt8]?) throws(TaskStoreError) {
    guard (value?.count ?? 0) <= maximumValueByteCount else {
      throw TaskStoreError(.invalid, "a value is longer than \(maximumValueByteCount) bytes")
    }
  }
}
