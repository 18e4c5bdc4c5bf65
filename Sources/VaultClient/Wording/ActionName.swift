/// What was done to a task, as people read it before the task's name: `Done`, `Subtask added to`, `Taken back (add)`.
public struct ActionName {
  /// The words, with a capital.
  public let text: String

  /// Names an action of a ``AgentAPI/TaskChangeReport/Line``; one that is not known here is said as it is.
  public init(_ action: String) { text = Self.words(action) }

  private static func words(_ action: String) -> String {
    switch action {
    case "moved": "Done"
    case "edit": "Changed"
    case "protect": "Protected"
    case "unprotect": "Unprotected"
    case "undone": "Open again"
    case "notify on": "Reminder on"
    case "notify off": "Reminder off"
    case "subtask add": "Subtask added to"
    case "subtask edit": "Subtask changed in"
    case "subtask done": "Subtask done in"
    case "subtask undone": "Subtask open again in"
    case "subtask delete": "Subtask deleted from"
    case "subtask move": "Subtask moved in"
    default:
      action.hasPrefix("undo ")
        ? "Taken back (\(action.dropFirst(5)))" : action.prefix(1).uppercased() + action.dropFirst()
    }
  }
}
