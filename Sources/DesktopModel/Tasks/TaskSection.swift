public import CivilTime
public import FoundationEssentials
public import VaultModel

/// A part of a list of tasks, with a heading of its own. Their order is that of the list.
public enum TaskSection: Int, CaseIterable, Comparable, Sendable {
  /// Open, and its due date has passed.
  case overdue
  /// Open, and due on this day.
  case today
  /// Open, and due on a later day.
  case upcoming
  /// Open, without a due date.
  case noDate
  /// All that is meant, in the order that was asked for, but for what stands in ``done``.
  case all
  /// Done.
  case done

  /// The earlier in the list is less.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The sections that a query's tasks fall into: by due date where the list is in the order of urgency, else one; and below them what is done, where
  /// that is meant besides.
  public static func sections(of query: TaskQuery) -> [TaskSection] {
    switch (query.filter.state, query.order) {
    case (.done, .urgency), (.done, .completed): [.done]
    case (.open, .urgency): [.overdue, .today, .upcoming, .noDate]
    case (.any, .urgency): [.overdue, .today, .upcoming, .noDate, .done]
    case (.any, .completed), (.open, _), (.done, _): [.all]
    case (.any, _): [.all, .done]
    }
  }

  /// The tasks of a query that belong to this section, in their order; nil where none can.
  public func query(within query: TaskQuery, now: Date, zone: LocalZone) -> TaskQuery? {
    guard self != .all || Self.sections(of: query) != [.all] else { return query }
    var narrowed = query
    narrowed.filter.state = self == .done ? .done : .open
    if self == .done { narrowed.order = .completed }
    guard let bounds = bounds(now: now, zone: zone) else { return narrowed }
    return narrowed.filter.narrow(to: bounds) ? narrowed : nil
  }

  /// When the tasks of the section are due; nil where that does not matter.
  private func bounds(now: Date, zone: LocalZone) -> DueBounds? {
    // A day's tasks are due in its last second.
    let midnight = zone.end(of: zone.dateTime(at: now).date).addingTimeInterval(1)
    return switch self {
    case .overdue: DueBounds(hasDate: true, before: now)
    case .today: DueBounds(hasDate: true, from: now, before: midnight)
    case .upcoming: DueBounds(hasDate: true, from: midnight)
    case .noDate: DueBounds(hasDate: false)
    case .all, .done: nil
    }
  }
}

/// When tasks are due, if ever.
private struct DueBounds {
  var hasDate: Bool
  var from: Date?
  var before: Date?
}

extension TaskFilter {
  /// Means only what is due then.
  ///
  /// - Returns: whether anything can be meant still.
  fileprivate mutating func narrow(to bounds: DueBounds) -> Bool {
    if hasDueDate == !bounds.hasDate { return false }
    if !bounds.hasDate, dueFrom != nil || dueBefore != nil { return false }
    hasDueDate = bounds.hasDate
    dueFrom = [dueFrom, bounds.from].compactMap { $0 }.max()
    dueBefore = [dueBefore, bounds.before].compactMap { $0 }.min()
    guard let dueFrom, let dueBefore else { return true }
    return dueFrom < dueBefore
  }
}
