public import FoundationEssentials
public import VaultModel

extension TaskChange {
  /// The change as it can be taken back from what the task is now: its ``inverse`` changes what this one had changed, and leaves
  /// what others have made of the task since.
  ///
  /// A protected text that was opened is sealed again only with all of its steps: one that others have added meanwhile would stay
  /// readable in a task that says to be protected.
  ///
  /// - Parameters:
  ///   - current: what the store holds.
  ///   - date: the time, at which a task is changed of which something stays.
  /// - Returns: nil where others have changed the very thing that would be taken back.
  public func reverted(from current: TodoTask?, at date: Date) -> TaskChange? {
    guard let current, let after = keepingMarks(of: current).after, current != after else { return self }
    guard let before else { return nil }
    guard var target = current.reverting(before, after) else { return nil }
    let isSealing = before.isProtected && !after.isProtected
    guard !isSealing || target.subtasks.allSatisfy({ $0.seal != nil }) else { return nil }
    target.modifiedAt = date
    var change = self
    (change.before, change.after) = (target, current)
    return change
  }
}

extension TodoTask {
  fileprivate func reverting(_ before: TodoTask, _ after: TodoTask) -> TodoTask? {
    var fields = Fields(before: before, after: after, current: self)
    fields.revert(\.name)
    for field in TaskField.all { fields.revert(field.value) }
    fields.revert(\.label)
    fields.revert(\.isDone)
    fields.revert(\.completedAt)
    fields.revert(\.dueDate)
    fields.revert(\.isAllDay)
    fields.revert(\.notify)
    fields.revert(\.priority)
    fields.revert(\.tags)
    fields.revert(\.recurrence)
    fields.revert(\.alwaysVerify)
    fields.revert(\.destruction)
    fields.revert(\.seal)
    fields.revert(\.createdAt)
    guard fields.isPossible, let subtasks = subtasks.reverting(before.subtasks, after.subtasks) else { return nil }
    fields.current.subtasks = subtasks
    return fields.current
  }
}

extension TodoSubtask {
  fileprivate func reverting(_ before: TodoSubtask, _ after: TodoSubtask) -> TodoSubtask? {
    var fields = Fields(before: before, after: after, current: self)
    fields.revert(\.name)
    fields.revert(\.isDone)
    fields.revert(\.dueDate)
    fields.revert(\.isAllDay)
    fields.revert(\.notify)
    fields.revert(\.seal)
    return fields.isPossible ? fields.current : nil
  }
}

extension [TodoSubtask] {
  /// The steps without those that were added, with those that were removed, and with those that were changed as they had been.
  fileprivate func reverting(_ before: [TodoSubtask], _ after: [TodoSubtask]) -> [TodoSubtask]? {
    var result: [TodoSubtask] = []
    for step in self {
      switch (before.step(step.id), after.step(step.id)) {
      case (nil, nil): result.append(step)
      // One that was added goes, if it still is what was added.
      case (nil, let added?): if added != step { return nil }
      // One that was removed and is there again was put there by somebody else.
      case (_?, nil): return nil
      case (let former?, let changed?):
        guard let step = step.reverting(former, changed) else { return nil }
        result.append(step)
      }
    }
    for (index, step) in before.enumerated() where after.step(step.id) == nil {
      let neighbour = before[..<index].last { result.step($0.id) != nil }
      let place = neighbour.flatMap { neighbour in result.firstIndex { $0.id == neighbour.id } }
      result.insert(step, at: place.map { $0 + 1 } ?? 0)
    }
    return result.inOrder(of: before, insteadOf: after)
  }

  private func step(_ id: UUID) -> TodoSubtask? { first { $0.id == id } }

  /// Moves steps back that were moved; those that others have put in between follow.
  private func inOrder(of before: [TodoSubtask], insteadOf after: [TodoSubtask]) -> [TodoSubtask] {
    let common = before.map(\.id).filter { after.step($0) != nil }
    guard common != after.map(\.id).filter({ before.step($0) != nil }) else { return self }
    return before.compactMap { step($0.id) } + filter { before.step($0.id) == nil }
  }
}

/// The fields of a value before and after a change, and as they are now.
private struct Fields<Value> {
  let before: Value
  let after: Value
  var current: Value
  /// Whether nobody else has changed what is taken back.
  private(set) var isPossible = true

  init(before: Value, after: Value, current: Value) {
    (self.before, self.after, self.current) = (before, after, current)
  }

  /// Gives a field the value that it had, if the change had given it another one.
  mutating func revert<Field: Equatable>(_ field: WritableKeyPath<Value, Field>) {
    let (former, changed, present) = (before[keyPath: field], after[keyPath: field], current[keyPath: field])
    guard former != changed, present != former else { return }
    if present == changed { current[keyPath: field] = former } else { isPossible = false }
  }
}
