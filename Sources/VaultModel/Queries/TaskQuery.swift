internal import FoundationEssentials

/// Which tasks, in which order, and how many.
public struct TaskQuery: Codable, Equatable, Sendable {
  /// The orders a list may have; ties are broken by ``urgency``, and at last by the time made and the id.
  public enum Order: String, Codable, CaseIterable, Sendable {
    /// By due date, then by priority; what has no due date comes last.
    case urgency
    /// The highest priority first.
    case priority
    /// The newest first.
    case created
    /// The last changed first.
    case modified
    /// By name or label, in lower case.
    case name
    /// By project; tasks without one come last.
    case project
    /// The last done first; open tasks come last.
    case completed
  }

  /// Which tasks.
  public var filter: TaskFilter
  /// In which order.
  public var order: Order
  /// How many are passed over.
  public var offset: Int
  /// How many at most; nil for all.
  public var limit: Int?

  /// Makes a query.
  public init(_ filter: TaskFilter = TaskFilter(), order: Order = .urgency, offset: Int = 0, limit: Int? = nil) {
    self.filter = filter
    self.order = order
    self.offset = offset
    self.limit = limit
  }

  /// What the query finds among `tasks`. Of many, no more are sorted than a page has.
  public func result(in tasks: some Sequence<TodoTask>) -> [TodoTask] {
    let skipped = max(0, offset)
    let (end, isUnbounded) = skipped.addingReportingOverflow(max(0, limit ?? .max))
    var found: [(key: SortKey, task: TodoTask)] = []
    // Sorted when it is twice as long as wanted, and cut to what is.
    let bound = isUnbounded || end > Int.max / 2 ? .max : max(64, 2 * end)
    for task in tasks where filter.matches(task) {
      found.append((SortKey(task, for: order), task))
      if found.count == bound { found = first(end, of: found) }
    }
    return first(isUnbounded ? .max : end, of: found).dropFirst(skipped).map(\.task)
  }

  private func first(
    _ count: Int, of found: [(key: SortKey, task: TodoTask)]
  ) -> [(key: SortKey, task: TodoTask)] {
    Array(found.sorted { $0.key.precedes($1.key, by: order) }.prefix(count))
  }
}
