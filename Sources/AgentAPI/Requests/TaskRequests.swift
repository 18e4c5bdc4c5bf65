public import VaultModel

// Tasks are named by any unique beginning of their UUID. Each change is one operation: made whole or not at all, and
// taken back by one undo.

/// Adds an ordinary task.
public struct AddTask: AgentRequest {
  public typealias Reply = TaskRow
  public static let name = "add"

  /// The task.
  public var draft: TaskDraft

  /// Makes a request.
  public init(_ draft: TaskDraft) {
    self.draft = draft
  }
}

/// Adds a protected task; the agent asks for the text.
public struct AddProtectedTask: AgentRequest {
  public typealias Reply = TaskRow
  public static let name = "addProtected"
  public static let traits: RequestTraits = .needsCredentials

  /// The task, without its text.
  public var draft: TaskDraft
  /// Whether the lines of the text that begin with `- ` are its subtasks.
  public var hasSubtasks: Bool

  /// Makes a request.
  public init(draft: TaskDraft, hasSubtasks: Bool) {
    self.draft = draft
    self.hasSubtasks = hasSubtasks
  }
}

/// Lists tasks, at most ``AgentProtocol/maximumPageCount`` of them.
public struct ListTasks: AgentRequest {
  public typealias Reply = TaskPage
  public static let name = "list"
  public static let traits: RequestTraits = .isSafe

  /// Which, in what order.
  public var query: TaskQuery

  /// Makes a request.
  public init(_ query: TaskQuery) {
    self.query = query
  }
}

/// Lists all tasks that a query finds, however many: each page is an ``Event/tasks(_:)``, in the query's order, and has at least one
/// task. Which tasks they are is decided once the first are told; one that is removed or changed meanwhile, so that the filter no
/// longer means it, but for its words, is left out, and none comes twice.
public struct StreamTasks: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "streamTasks"
  public static let traits: RequestTraits = .isSafe

  /// Which, in what order.
  public var query: TaskQuery

  /// Makes a request.
  public init(_ query: TaskQuery) {
    self.query = query
  }
}

/// Shows one task, without protected text.
public struct ShowTask: AgentRequest {
  public typealias Reply = TaskRow
  public static let name = "show"
  public static let traits: RequestTraits = .isSafe

  /// The task.
  public var task: String

  /// Makes a request.
  public init(task: String) {
    self.task = task
  }
}

/// Changes fields.
public struct EditTasks: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "editTasks"

  /// The tasks.
  public var tasks: [String]
  /// What to change.
  public var changes: TaskEdit

  /// Makes a request.
  public init(tasks: [String], changes: TaskEdit) {
    self.tasks = tasks
    self.changes = changes
  }
}

/// Makes tasks done; those that repeat move on.
public struct CompleteTasks: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "completeTasks"

  /// The tasks.
  public var tasks: [String]

  /// Makes a request.
  public init(_ tasks: [String]) {
    self.tasks = tasks
  }
}

/// Opens done tasks again.
public struct ReopenTasks: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "reopenTasks"

  /// The tasks.
  public var tasks: [String]

  /// Makes a request.
  public init(_ tasks: [String]) {
    self.tasks = tasks
  }
}

/// Removes tasks.
public struct DeleteTasks: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "deleteTasks"

  /// The tasks.
  public var tasks: [String]

  /// Makes a request.
  public init(_ tasks: [String]) {
    self.tasks = tasks
  }
}
