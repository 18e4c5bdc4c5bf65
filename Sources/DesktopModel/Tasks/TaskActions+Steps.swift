public import AgentAPI
public import FoundationEssentials
public import VaultModel

/// A step as it was seen. Where another one stands in its place by now, nothing is done.
public struct SeenStep: Sendable {
  /// The task.
  public let task: UUID
  /// The step.
  public let id: UUID
  /// Its place in the task's list, counted from 1.
  public let number: Int

  /// Names one of a task's.
  public init(_ number: Int, of task: TaskRow) {
    (self.task, id, self.number) = (task.id, task.subtasks[number - 1].id, number)
  }
}

/// Steps of a task.
extension TaskActions {
  /// Adds a step at the end; of a protected task its text is asked for.
  public func addStep(_ name: String, to id: UUID) async -> Bool {
    await change([id], hasWords: true, asks: true) {
      AddSubtask(task: $0[0], subtask: SubtaskDraft(name: name))
    }
  }

  /// Changes a step.
  public func edit(_ step: SeenStep, _ changes: SubtaskEdit) async -> Bool {
    await change([step.task], hasWords: true) {
      EditSubtask(task: $0[0], number: step.number, seen: step.id, changes: changes, asksText: false)
    }
  }

  /// Has the person asked for the new text of a protected task's step.
  public func editText(of step: SeenStep) async {
    _ = await change(
      EditSubtask(
        task: step.task.text, number: step.number, seen: step.id, changes: SubtaskEdit(), asksText: true),
      asking: nil)
  }

  /// Makes a step done, or opens it again.
  public func setDone(_ isDone: Bool, _ step: SeenStep) async {
    if isDone {
      _ = await change([step.task], isSeen: true) {
        CompleteSubtasks(task: $0[0], numbers: [step.number], seen: [step.id])
      }
    } else {
      _ = await change([step.task], isSeen: true) {
        ReopenSubtasks(task: $0[0], numbers: [step.number], seen: [step.id])
      }
    }
  }

  /// Puts a step at another place.
  public func move(_ step: SeenStep, to place: Int) async {
    _ = await change([step.task], isSeen: true) {
      MoveSubtask(task: $0[0], number: step.number, seen: step.id, to: place)
    }
  }

  /// Removes a step.
  public func delete(_ step: SeenStep) async {
    _ = await change([step.task]) { DeleteSubtasks(task: $0[0], numbers: [step.number], seen: [step.id]) }
  }

  /// Has the owner reminded of a step, or not any more.
  public func remind(_ isOn: Bool, of step: SeenStep) async {
    _ = await change([step.task], isSeen: true) {
      SetReminders(tasks: $0, subtask: step.number, seen: step.id, isOn: isOn)
    }
  }
}
