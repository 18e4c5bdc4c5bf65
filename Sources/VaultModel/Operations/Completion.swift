public import FoundationEssentials

/// The next time a task that repeats is due.
public struct Occurrence: Equatable, Sendable {
  /// When.
  public var date: Date
  /// The rule from then on: of a `COUNT` less remains.
  public var rule: RecurrenceRule

  /// Makes an occurrence.
  public init(_ date: Date, rule: RecurrenceRule) {
    self.date = date
    self.rule = rule
  }
}

/// What it means to be done with a task.
public enum Completion {
  /// The changes that make `task` done at `date`.
  ///
  /// A task that repeats goes on: it moves to `next`, its subtasks are open again, and what was done stays behind as a
  /// task of its own. A protected one leaves nothing behind, for its text belongs to one task only.
  ///
  /// - Parameters:
  ///   - next: the following occurrence of a task that repeats; nil when there is none.
  ///   - newID: makes the ids of what stays behind.
  public static func changes(
    completing task: TodoTask, at date: Date, next: Occurrence?, newID: () -> UUID
  ) -> [TaskChange] {
    guard task.recurrence != nil, let next else {
      return [TaskChange(before: task, after: done(task, at: date))]
    }
    let moved = TaskChange(before: task, after: task.moved(to: next, at: date))
    guard !task.isProtected else { return [moved] }
    var left = done(task, at: date)
    left.id = newID()
    left.recurrence = nil
    left.notify = false
    left.createdAt = date
    for index in left.subtasks.indices {
      left.subtasks[index].id = newID()
      left.subtasks[index].notify = false
    }
    return [moved, TaskChange(before: nil, after: left)]
  }

  /// The change that opens a done task again.
  public static func change(reopening task: TodoTask, at date: Date) -> TaskChange {
    var open = task
    open.isDone = false
    open.completedAt = nil
    open.modifiedAt = date
    return TaskChange(before: task, after: open)
  }

  private static func done(_ task: TodoTask, at date: Date) -> TodoTask {
    var done = task
    done.isDone = true
    done.completedAt = date
    done.modifiedAt = date
    return done
  }
}

extension TodoTask {
  /// The task at another occurrence, which begins afresh: all subtasks are open, and their own due dates move along.
  public func moved(to next: Occurrence, at date: Date) -> TodoTask {
    var moved = self
    let shift = dueDate.map { next.date.timeIntervalSince($0) } ?? 0
    moved.dueDate = next.date
    moved.recurrence = next.rule
    moved.modifiedAt = date
    for index in moved.subtasks.indices {
      moved.subtasks[index].isDone = false
      moved.subtasks[index].dueDate?.addTimeInterval(shift)
    }
    return moved
  }
}
