internal import FoundationEssentials

/// By what a task is put in order; the one place that says what stands before what, for every store.
public struct SortKey: Equatable, Sendable {
  /// Seconds since 2001 of the due date; infinite without one.
  public let due: Double
  /// 0 for the highest priority, 3 for none.
  public let priority: Int
  /// Seconds since 2001 of when the task was made.
  public let created: Double
  /// Seconds since 2001 of the last change.
  public let modified: Double
  /// Seconds since 2001 of when it was done; negative infinity while it is open.
  public let completed: Double
  /// The UTF-8 bytes of the lower-case name or label.
  public let name: [UInt8]
  /// The UTF-8 bytes of the project; `nil` without one.
  public let project: [UInt8]?
  /// The id's 16 bytes.
  public let id: [UInt8]

  /// The key of a task.
  ///
  /// - Parameter order: the one that it is for, where texts need not be looked at for others; nil for all.
  public init(_ task: TodoTask, for order: TaskQuery.Order? = nil) {
    due = task.dueDate?.timeIntervalSinceReferenceDate ?? .infinity
    priority = 3 - (task.priority?.rank ?? 0)
    created = task.createdAt.timeIntervalSinceReferenceDate
    modified = task.modifiedAt.timeIntervalSinceReferenceDate
    completed = task.completedAt?.timeIntervalSinceReferenceDate ?? -.infinity
    let hasName = order == nil || order == .name
    name = hasName ? Array((task.name ?? task.label ?? "").lowercased().utf8) : []
    let hasProject = order == nil || order == .project
    project = hasProject ? task.project.map { Array($0.utf8) } : nil
    id = task.id.bytes
  }

  /// Whether a list in that order shows it before `other`.
  public func precedes(_ other: SortKey, by order: TaskQuery.Order) -> Bool {
    switch order {
    case .urgency: break
    case .priority: if priority != other.priority { return priority < other.priority }
    case .created: if created != other.created { return created > other.created }
    case .modified: if modified != other.modified { return modified > other.modified }
    case .completed: if completed != other.completed { return completed > other.completed }
    case .name: if name != other.name { return name.lexicographicallyPrecedes(other.name) }
    case .project:
      if project != other.project {
        guard let project else { return false }
        return other.project.map { project.lexicographicallyPrecedes($0) } ?? true
      }
    }
    return isMoreUrgent(than: other)
  }

  private func isMoreUrgent(than other: SortKey) -> Bool {
    if due != other.due { return due < other.due }
    if priority != other.priority { return priority < other.priority }
    if created != other.created { return created < other.created }
    return id.lexicographicallyPrecedes(other.id)
  }
}
