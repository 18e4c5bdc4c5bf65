public import FoundationEssentials

/// Takes back the newest operations.
public struct UndoOperations: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "undo"

  /// How many.
  public var count: Int

  /// Makes a request.
  public init(count: Int) {
    self.count = count
  }
}

/// Takes back one operation, by the number in the reply to the change or in the history. Others may have followed, as long as
/// they changed other tasks.
public struct UndoOperation: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "undoOperation"

  /// Which; a number is never given twice.
  public var operation: Int64

  /// Makes a request.
  public init(operation: Int64) {
    self.operation = operation
  }
}

/// The newest operations, newest first.
public struct ListHistory: AgentRequest {
  public typealias Reply = [OperationRow]
  public static let name = "history"
  public static let traits: RequestTraits = .isSafe

  /// At most so many.
  public var limit: Int
  /// At most so many names of tasks of each; nil for all that a message holds.
  public var nameCount: Int?

  /// Makes a request.
  public init(limit: Int, nameCount: Int? = nil) {
    self.limit = limit
    self.nameCount = nameCount
  }
}

/// Leaves the newest operations as they are: undo passes over them from then on. Gives these.
public struct SkipOperations: AgentRequest {
  public typealias Reply = [OperationRow]
  public static let name = "skipOperations"

  /// How many.
  public var count: Int

  /// Makes a request.
  public init(count: Int) {
    self.count = count
  }
}

/// One operation as `history` shows it.
public struct OperationRow: Codable, Equatable, Sendable {
  /// Its number.
  public var id: Int64
  /// When it was done.
  public var date: Date
  /// What was done, for instance `add`.
  public var action: String
  /// The short names of the tasks it changed, or of the first of them, and their names or labels; nil for what is sealed.
  public var tasks: [String?]
  /// How many tasks it changed; nil where ``tasks`` are all.
  public var taskCount: Int?
  /// Whether undoing it asks for verification.
  public var needsVerification: Bool
  /// Whether undo passes over it.
  public var isSkipped: Bool

  /// Makes a row.
  public init(
    id: Int64, date: Date, action: String, tasks: [String?], taskCount: Int? = nil, needsVerification: Bool,
    isSkipped: Bool = false
  ) {
    self.id = id
    self.date = date
    self.action = action
    self.tasks = tasks
    self.taskCount = taskCount
    self.needsVerification = needsVerification
    self.isSkipped = isSkipped
  }
}
