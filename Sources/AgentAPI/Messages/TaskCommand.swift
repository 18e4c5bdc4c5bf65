public import FoundationEssentials
public import VaultModel

/// A change to tasks that exist. Tasks are named by any unique beginning of their UUID, subtasks by their number in their
/// task, counted from 1.
///
/// Each is one operation: made whole or not at all, and taken back by one undo.
public enum TaskCommand: Codable, Equatable, Sendable {
  /// Changes fields.
  case edit(tasks: [String], changes: TaskEdit)
  /// Asks for a new text of a protected task.
  case editText(task: String, hasSubtasks: Bool)
  /// Makes them done; those that repeat move on.
  case complete(tasks: [String])
  /// Opens done ones again.
  case reopen(tasks: [String])
  /// Removes them.
  case delete(tasks: [String])
  /// Adds a step at the end; of a protected task its text is asked for.
  case addSubtask(task: String, subtask: SubtaskDraft)
  /// Changes a step; `asksText` asks for the new text of a protected task's.
  case editSubtask(task: String, number: Int, changes: SubtaskEdit, asksText: Bool)
  /// Makes steps done.
  case completeSubtasks(task: String, numbers: [Int])
  /// Opens steps again.
  case reopenSubtasks(task: String, numbers: [Int])
  /// Removes steps.
  case deleteSubtasks(task: String, numbers: [Int])
  /// Puts a step at another place.
  case moveSubtask(task: String, number: Int, to: Int)
  /// Seals the texts, and removes every trace of them from the task store.
  case protect(tasks: [String], label: String?, alwaysVerify: Bool, destruction: Destruction?)
  /// Whether the protected texts ask for verification at every reveal: they are sealed anew.
  case setAlwaysVerify(tasks: [String], isOn: Bool)
  /// Opens the seals, after verification, and keeps the texts in the task store from then on.
  case unprotect(tasks: [String])
  /// Switches reminders on or off: of the tasks, or of one step.
  case notify(tasks: [String], subtask: Int?, isOn: Bool)
  /// Puts the reminders off: of the tasks, or of one step.
  case snooze(tasks: [String], subtask: Int?, until: Date)
  /// Takes back the newest operations.
  case undo(count: Int)
}
