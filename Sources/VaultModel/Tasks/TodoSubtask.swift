public import FoundationEssentials

/// One step of a task. Where it stands in its task's list is its order.
public struct TodoSubtask: Codable, Equatable, Identifiable, Sendable {
  /// Stable for the subtask's whole life, also across stores.
  public var id: UUID
  /// What there is to do; nil when the task is protected.
  public var name: String?
  /// Whether it is done.
  public var isDone: Bool
  /// When it is due; nil for when its task is.
  public var dueDate: Date?
  /// Whether `dueDate` is a day rather than a time; then it is the last second of that day.
  public var isAllDay: Bool
  /// Whether the owner is reminded when it is due.
  public var notify: Bool
  /// Where and as what the sealed name is stored; nil when the task is not protected.
  public var seal: SealReference?

  /// Makes an open subtask.
  public init(id: UUID, name: String?, dueDate: Date? = nil, isAllDay: Bool = false, notify: Bool = false) {
    self.id = id
    self.name = name
    self.dueDate = dueDate
    self.isAllDay = isAllDay
    self.notify = notify
    isDone = false
  }
}
