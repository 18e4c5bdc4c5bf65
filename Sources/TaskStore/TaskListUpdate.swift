public import VaultModel

/// How a list of tasks changed.
public struct TaskListUpdate: Equatable, Sendable {
  /// One step; steps are made in order, each on the list that the one before left.
  public enum Step: Equatable, Sendable {
    /// Put the task at this index.
    case insert(TodoTask, at: Int)
    /// Replace the task at this index, which has the same id.
    case update(TodoTask, at: Int)
    /// Take the task at `from` out and put it so that it stands at `to`.
    case move(from: Int, to: Int)
    /// Take the task at this index out.
    case delete(at: Int)
  }

  /// The steps.
  public let steps: [Step]

  /// The steps that lead from one list to another; none for equal lists.
  public init(from old: [TodoTask], to new: [TodoTask]) {
    var builder = StepBuilder(old)
    builder.lead(to: new)
    steps = builder.steps
  }

  /// Makes the steps on `list`.
  public func apply(to list: inout [TodoTask]) {
    for step in steps {
      switch step {
      case .insert(let task, let index): list.insert(task, at: index)
      case .update(let task, let index): list[index] = task
      case .move(let from, let to): list.insert(list.remove(at: from), at: to)
      case .delete(let index): list.remove(at: index)
      }
    }
  }
}

/// Leads a list to another one, step by step.
private struct StepBuilder {
  private var list: [TodoTask]
  private(set) var steps: [TaskListUpdate.Step] = []

  init(_ list: [TodoTask]) { self.list = list }

  mutating func lead(to new: [TodoTask]) {
    let kept = Set(new.map(\.id))
    for index in list.indices.reversed() where !kept.contains(list[index].id) {
      steps.append(.delete(at: index))
      list.remove(at: index)
    }
    var present = Set(list.map(\.id))
    for (index, task) in new.enumerated() {
      if present.insert(task.id).inserted {
        steps.append(.insert(task, at: index))
        list.insert(task, at: index)
        continue
      }
      if list[index].id != task.id, let place = list[index...].firstIndex(where: { $0.id == task.id }) {
        steps.append(.move(from: place, to: index))
        list.insert(list.remove(at: place), at: index)
      }
      if list[index] != task {
        steps.append(.update(task, at: index))
        list[index] = task
      }
    }
  }
}
