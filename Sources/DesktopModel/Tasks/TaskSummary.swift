public import AgentAPI
public import CivilTime
public import FoundationEssentials
internal import VaultClient
internal import VaultModel

/// A task in the words that a list shows.
public struct TaskSummary: Equatable, Sendable {
  /// What it is called; of a protected one its label.
  public let title: String
  /// What else there is to know, in one line; empty for nothing.
  public let details: String
  /// Whether its due date has passed.
  public let isOverdue: Bool

  /// Says what there is to say at a moment.
  public init(_ task: TaskRow, now: Date, zone: LocalZone) {
    title = task.name ?? task.label ?? Self.unnamed
    isOverdue = !task.isDone && task.dueDate.map { $0 < now } ?? false
    var parts: [String] = []
    if let due = task.dueDate {
      parts.append(
        task.isDone ? DateText(due).local : RelativeTime.text(due, isAllDay: task.isAllDay, now: now, zone: zone))
    }
    if task.recurrence != nil { parts.append("repeats") }
    parts += task.priority.map { ["\($0.rawValue) priority"] } ?? []
    parts += task.project.map { [$0] } ?? []
    parts += task.tags.map { "+\($0)" }
    if !task.subtasks.isEmpty {
      parts.append("\(task.subtasks.count { $0.isDone }) of \(task.subtasks.count) steps done")
    }
    details = parts.joined(separator: " · ")
  }

  /// What stands for a protected task without a label.
  private static let unnamed = "Protected task"
}

extension TaskSection {
  /// Its heading.
  public var title: String {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .upcoming: "Upcoming"
    case .noDate: "No date"
    case .all: "Tasks"
    case .done: "Done"
    }
  }
}

extension QuickEntry {
  /// What was understood, in one line; empty where all of it is the name.
  public func summary(now: Date, zone: LocalZone) -> String {
    parts.map { part in
      switch part {
      case .due(let date, let isAllDay, let notes):
        (["due \(RelativeTime.text(date, isAllDay: isAllDay, now: now, zone: zone))"] + notes).joined(separator: ". ")
      case .tag(let tag): "tag \(tag)"
      case .project(let project): "project \(project)"
      case .priority(let priority): "\(priority.rawValue) priority"
      }
    }.joined(separator: " · ")
  }
}
