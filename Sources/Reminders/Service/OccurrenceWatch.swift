internal import FoundationEssentials
internal import VaultModel

/// When the next occurrences of repeating tasks come whose present one is past. The others are asked about when theirs is.
struct OccurrenceWatch: Sendable {
  private struct Entry {
    let dueDate: Date?
    let rule: RecurrenceRule?
    let next: Date?
  }

  private var entries: [UUID: Entry] = [:]

  /// When the first of them comes.
  var next: Date? { entries.values.compactMap(\.next).min() }

  /// Whether it has to be asked what comes after the task's present occurrence.
  func asksAbout(_ task: TodoTask, at now: Date) -> Bool {
    guard let entry = entries[task.id], entry.dueDate == task.dueDate, entry.rule == task.recurrence else {
      return true
    }
    return entry.next.map { $0 <= now } ?? false
  }

  /// Records the answer.
  mutating func record(_ next: Date?, for task: TodoTask) {
    entries[task.id] = Entry(dueDate: task.dueDate, rule: task.recurrence, next: next)
  }

  /// Forgets all but these.
  mutating func removeAll(except tasks: [TodoTask]) {
    let ids = Set(tasks.map(\.id))
    entries = entries.filter { ids.contains($0.key) }
  }

  /// Open repeating tasks whose present occurrence is past at `now`.
  static func past(_ now: Date) -> TaskQuery {
    var filter = recurring
    filter.dueBefore = boundary(now)
    return TaskQuery(filter)
  }

  /// The open repeating task whose occurrence is the next to be past.
  static func upcoming(_ now: Date) -> TaskQuery {
    var filter = recurring
    filter.dueFrom = boundary(now)
    return TaskQuery(filter, order: .urgency, limit: 1)
  }

  private static var recurring: TaskFilter {
    var filter = TaskFilter(state: .open)
    filter.isRecurring = true
    return filter
  }

  /// A little later, so that what is due at this very moment counts as past: `upcoming` is always after `now`.
  private static func boundary(_ now: Date) -> Date { now.addingTimeInterval(0.001) }
}
