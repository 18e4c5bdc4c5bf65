public import FoundationEssentials
public import VaultModel

// Steps are named by their number in their task, counted from 1. Who has looked at them a while ago says which they saw there: another one in
// that place is left alone.

/// Adds a step at the end; of a protected task its text is asked for.
public struct AddSubtask: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "addSubtask"

  /// The task.
  public var task: String
  /// The step.
  public var subtask: SubtaskDraft

  /// Makes a request.
  public init(task: String, subtask: SubtaskDraft) {
    self.task = task
    self.subtask = subtask
  }
}

/// Changes a step.
public struct EditSubtask: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "editSubtask"

  /// The task.
  public var task: String
  /// Which step.
  public var number: Int
  /// The step that is meant; nil for whatever has that number.
  public var seen: UUID?
  /// What to change.
  public var changes: SubtaskEdit
  /// Whether the new text of a protected task's step is asked for.
  public var asksText: Bool

  /// Makes a request.
  public init(task: String, number: Int, seen: UUID? = nil, changes: SubtaskEdit, asksText: Bool) {
    self.task = task
    self.number = number
    self.seen = seen
    self.changes = changes
    self.asksText = asksText
  }
}

/// Makes steps done.
public struct CompleteSubtasks: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "completeSubtasks"

  /// The task.
  public var task: String
  /// Which steps.
  public var numbers: [Int]
  /// The steps that are meant, as many; nil for whatever has those numbers.
  public var seen: [UUID]?

  /// Makes a request.
  public init(task: String, numbers: [Int], seen: [UUID]? = nil) {
    self.task = task
    self.numbers = numbers
    self.seen = seen
  }
}

/// Opens steps again.
public struct ReopenSubtasks: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "reopenSubtasks"

  /// The task.
  public var task: String
  /// Which steps.
  public var numbers: [Int]
  /// The steps that are meant, as many; nil for whatever has those numbers.
  public var seen: [UUID]?

  /// Makes a request.
  public init(task: String, numbers: [Int], seen: [UUID]? = nil) {
    self.task = task
    self.numbers = numbers
    self.seen = seen
  }
}

/// Removes steps.
public struct DeleteSubtasks: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "deleteSubtasks"

  /// The task.
  public var task: String
  /// Which steps.
  public var numbers: [Int]
  /// The steps that are meant, as many; nil for whatever has those numbers.
  public var seen: [UUID]?

  /// Makes a request.
  public init(task: String, numbers: [Int], seen: [UUID]? = nil) {
    self.task = task
    self.numbers = numbers
    self.seen = seen
  }
}

/// Puts a step at another place.
public struct MoveSubtask: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "moveSubtask"

  /// The task.
  public var task: String
  /// Which step.
  public var number: Int
  /// The step that is meant; nil for whatever has that number.
  public var seen: UUID?
  /// Where it goes.
  public var to: Int

  /// Makes a request.
  public init(task: String, number: Int, seen: UUID? = nil, to: Int) {
    self.task = task
    self.number = number
    self.seen = seen
    self.to = to
  }
}
