internal import FoundationEssentials
internal import VaultModel

/// Tasks in memory, and every question about them: what a store answers that keeps its tasks in no database.
struct TaskCollection {
  private(set) var tasks: [UUID: TodoTask]
  /// The ids in ascending order, which is that of their digits.
  private var ids: [UUID]

  init(_ tasks: [UUID: TodoTask] = [:]) {
    self.tasks = tasks
    ids = tasks.keys.sorted { $0.precedes($1) }
  }

  var count: Int { tasks.count }

  /// All, in the order of `TaskReading.all()`.
  var all: [TodoTask] { tasks.values.sorted(by: TodoTask.isListedBefore) }

  subscript(id: UUID) -> TodoTask? {
    get { tasks[id] }
    set {
      let former = tasks.updateOrRemove(newValue, for: id)
      if former == nil, newValue != nil { ids.insert(id, at: place(of: id)) }
      if former != nil, newValue == nil { ids.remove(at: place(of: id)) }
    }
  }

  /// Where an id stands, or would stand.
  private func place(of id: UUID) -> Int {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle].precedes(id) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func tasks(_ ids: [UUID]) -> [UUID: TodoTask] {
    Dictionary(ids.compactMap { id in tasks[id].map { (id, $0) } }) { first, _ in first }
  }

  func matching(_ prefix: TaskIDPrefix) -> [TodoTask] {
    guard let lowest = UUID(bytes: prefix.lowest) else { return [] }
    return ids[place(of: lowest)...].prefix { prefix.matches($0) }.compactMap { tasks[$0] }
      .sorted(by: TodoTask.isListedBefore)
  }

  func count(_ filter: TaskFilter) -> Int { tasks.values.lazy.filter(filter.matches).count }

  /// Only neighbours can share the longest prefix.
  func shortIDs(of wanted: [UUID]) -> [UUID: String] {
    let neighbours = wanted.flatMap { id in
      let place = place(of: id)
      return ids[max(0, place - 1)..<min(ids.count, place + 2)]
    }
    return ShortIDs.shortest(for: wanted, among: neighbours)
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
      self[id] = change.keepingMarks(of: tasks[id]).after
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

extension Dictionary {
  /// Sets or removes a value; gives the former one.
  fileprivate mutating func updateOrRemove(_ value: Value?, for key: Key) -> Value? {
    if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
  }
}

extension UUID {
  /// Whether its bytes come first.
  fileprivate func precedes(_ other: UUID) -> Bool {
    withUnsafeBytes(of: uuid) { left in
      withUnsafeBytes(of: other.uuid) { right in left.lexicographicallyPrecedes(right) }
    }
  }
}
