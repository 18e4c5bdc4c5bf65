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

  /// Makes a request.
  public init(limit: Int) {
    self.limit = limit
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
