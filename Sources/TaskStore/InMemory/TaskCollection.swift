internal import FoundationEssentials
internal import VaultModel

/// Tasks in memory, and every question about them: what a store answers that keeps its tasks in no database.
struct TaskCollection {
  private(set) var tasks: [UUID: TodoTask] = [:]

  var count: Int { tasks.count }

  /// All, in the order of `TaskReading.all()`.
  var all: [TodoTask] { tasks.values.sorted(by: TodoTask.isListedBefore) }

  subscript(id: UUID) -> TodoTask? {
    get { tasks[id] }
    set { tasks[id] = newValue }
  }

  func tasks(_ ids: [UUID]) -> [UUID: TodoTask] {
    Dictionary(ids.compactMap { id in tasks[id].map { (id, $0) } }) { first, _ in first }
  }

  func matching(_ prefix: TaskIDPrefix) -> [TodoTask] { all.filter { prefix.matches($0.id) } }

  func count(_ filter: TaskFilter) -> Int { tasks.values.lazy.filter(filter.matches).count }

  func shortIDs(of ids: [UUID]) -> [UUID: String] {
    let shortest = ShortIDs.shortest(for: Array(tasks.keys) + ids)
    return Dictionary(uniqueKeysWithValues: Set(ids).compactMap { id in shortest[id].map { (id, $0) } })
  }

  func reminders(until date: Date) -> [Reminder] {
    tasks.values.flatMap(\.reminders).filter { $0.date <= date }.sorted(by: Reminder.isBefore)
  }

  func nextReminder(after date: Date) -> Date? {
    tasks.values.lazy.flatMap(\.reminders).map(\.date).filter { $0 > date }.min()
  }

  /// The tasks that are not as the changes' `before` has them.
  func conflicts(with changes: [TaskChange]) -> [UUID] {
    changes.filter { !$0.begins(from: $0.id.flatMap { tasks[$0] }) }.compactMap(\.id)
  }

  mutating func make(_ changes: [TaskChange]) {
    for change in changes {
      guard let id = change.id else { continue }
      tasks[id] = change.keepingMarks(of: tasks[id]).after
    }
  }
}

extension TaskChange {
  /// Whether `current`, what the store holds, is what the change began from. What the vault itself adds to a task leaves
  /// `modifiedAt` alone and is no conflict.
  func begins(from current: TodoTask?) -> Bool { current?.modifiedAt == before?.modifiedAt }
}

extension Reminder {
  /// The order of reminders: by date, then by task, the task's own first, then by subtask.
  static func isBefore(_ left: Reminder, _ right: Reminder) -> Bool {
    if left.date != right.date { return left.date < right.date }
    return left.orderKey.lexicographicallyPrecedes(right.orderKey)
  }

  private var orderKey: [UInt8] { task.bytes + (subtask?.bytes ?? []) }
}
