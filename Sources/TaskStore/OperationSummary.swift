public import FoundationEssentials
public import VaultModel

/// An operation as the history tells of it: of the thousands of changes of an import only the first, and those that concern
/// sealed texts.
public struct OperationSummary: Equatable, Identifiable, Sendable {
  /// Its number.
  public let id: Int64
  /// When it was done.
  public let date: Date
  /// What was done, for instance `add`.
  public let action: String
  /// How many tasks it changed.
  public let taskCount: Int
  /// Whether undo passes over it.
  public let isSkipped: Bool
  /// Its first changes; nil where they are sealed.
  public let first: [TaskChange]?
  /// Those of the other changes before or after which a text of the task is sealed.
  public let sealing: [TaskChange]

  init(
    id: Int64, date: Date, action: String, taskCount: Int, isSkipped: Bool, first: [TaskChange]?,
    sealing: [TaskChange] = []
  ) {
    (self.id, self.date, self.action) = (id, date, action)
    (self.taskCount, self.isSkipped) = (taskCount, isSkipped)
    (self.first, self.sealing) = (first, sealing)
  }

  /// Draws an operation together.
  ///
  /// - Parameter count: how many changes are shown.
  public init(_ operation: TaskOperation, showing count: Int) {
    var taskCount = operation.tasks.count
    var first: [TaskChange]?
    var sealing: [TaskChange] = []
    if case .open(let changes) = operation.record {
      taskCount = changes.count
      first = Array(changes.prefix(count))
      sealing = changes.dropFirst(count).filter { $0.before?.hasSeal == true || $0.after?.hasSeal == true }
    }
    self.init(
      id: operation.id, date: operation.date, action: operation.action, taskCount: taskCount,
      isSkipped: operation.isSkipped, first: first, sealing: sealing)
  }
}

extension TodoTask {
  fileprivate var hasSeal: Bool { seal != nil || subtasks.contains { $0.seal != nil } }
}
