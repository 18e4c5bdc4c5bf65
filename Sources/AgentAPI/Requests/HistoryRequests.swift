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
