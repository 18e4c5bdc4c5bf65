internal import FoundationEssentials
internal import VaultModel

extension Date {
  /// Whether it is a number, and within some 8,000 years of ours, so that all that counts with dates can count with it.
  var isStorable: Bool { abs(timeIntervalSinceReferenceDate) <= 2.6e11 }
}

extension TodoTask {
  /// The longest single text a store takes, in UTF-8 bytes: 1 MiB.
  static let maximumTextByteCount = 1 << 20
  /// The most subtasks a task has.
  static let maximumSubtaskCount = 1000
  /// The most tags a task has.
  static let maximumTagCount = 100

  /// Refuses what can't be stored exactly.
  func checkStorable() throws(TaskStoreError) {
    let dates = [createdAt, modifiedAt, dueDate, completedAt, destruction?.date] + subtasks.map(\.dueDate)
    guard dates.allSatisfy({ $0?.isStorable ?? true }) else {
      throw invalid("a date is not a number")
    }
    var longest = 0
    forEachText { longest = max(longest, $0.utf8.count) }
    guard longest <= Self.maximumTextByteCount else {
      throw invalid("a text is longer than \(Self.maximumTextByteCount) bytes")
    }
    guard subtasks.count <= Self.maximumSubtaskCount, Set(subtasks.map(\.id)).count == subtasks.count else {
      throw invalid("it has more than \(Self.maximumSubtaskCount) subtasks, or one of them twice")
    }
    guard tags.count <= Self.maximumTagCount, zip(tags, tags.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw invalid("it has more than \(Self.maximumTagCount) tags, or they are not in order")
    }
    guard !isProtected || (!hasReadableText && subtasks.allSatisfy { $0.name == nil }) else {
      throw invalid("it is protected, and its text would be stored")
    }
  }

  private func invalid(_ reason: String) -> TaskStoreError { TaskStoreError(.invalid, reason, ids: [id]) }

  /// The order of lists: by the time made, then by id.
  static func isListedBefore(_ left: TodoTask, _ right: TodoTask) -> Bool {
    left.createdAt == right.createdAt
      ? left.id.bytes.lexicographicallyPrecedes(right.id.bytes) : left.createdAt < right.createdAt
  }
}

extension TaskChange {
  /// The longest name of an action, in UTF-8 bytes.
  static let maximumActionByteCount = 64

  /// Refuses changes that can't be made together.
  static func check(_ changes: [TaskChange]) throws(TaskStoreError) {
    var ids: Set<UUID> = []
    for change in changes {
      guard let id = change.id, change.before?.id ?? id == id, ids.insert(id).inserted else {
        throw TaskStoreError(.invalid, "a change is of no task, of two, or of one that another changes, too")
      }
      try change.after?.checkStorable()
    }
  }
}

extension Destruction {
  fileprivate var date: Date? { if case .at(let date) = self { date } else { nil } }
}
