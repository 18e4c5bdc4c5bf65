internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultClient
internal import VaultModel

/// A task as `--json` prints it. The keys are stable; new ones may be added. They stand in the order in which they are printed, so that
/// nothing has to be sorted.
struct TaskView: Encodable {
  private let alwaysVerify: Bool
  private let completedAt: Date?
  private let createdAt: Date
  private let destroyOn: String?
  private let dueDate: Date?
  private let id: String
  private let isAllDay: Bool
  private let isDone: Bool
  private let isProtected: Bool
  private let label: String?
  private let modifiedAt: Date
  private let name: String?
  private let notes: String?
  private let notify: Bool
  private let priority: String?
  private let project: String?
  private let recurrence: String?
  private let shortId: String
  private let subtasks: [SubtaskView]
  private let tags: [String]
  private let unconfirmed: UnconfirmedView?

  init(_ task: TaskRow) {
    id = task.id.text
    shortId = task.shortID
    name = task.name
    label = task.label
    notes = task.notes
    isDone = task.isDone
    isProtected = task.isProtected
    alwaysVerify = task.alwaysVerify
    dueDate = task.dueDate
    isAllDay = task.isAllDay
    subtasks = task.subtasks.enumerated().map { SubtaskView($0.element, number: $0.offset + 1) }
    notify = task.notify
    priority = task.priority?.rawValue
    tags = task.tags
    project = task.project
    recurrence = task.recurrence?.text
    destroyOn = task.destruction.map(Self.words)
    unconfirmed = task.unconfirmed.map(UnconfirmedView.init)
    createdAt = task.createdAt
    modifiedAt = task.modifiedAt
    completedAt = task.completedAt
  }

  private static func words(_ destruction: Destruction) -> String {
    switch destruction {
    case .whenDone: "done"
    case .at(let date): MomentText.whole(date)
    }
  }
}

/// Where a text comes from that the owner has not confirmed yet, as `--json` prints it.
struct UnconfirmedView: Encodable {
  private let addedAt: Date?
  private let by: String?

  init(_ text: UnconfirmedText) {
    addedAt = text.addedAt
    by = text.program
  }
}

/// A subtask as `--json` prints it.
struct SubtaskView: Encodable {
  private let dueDate: Date?
  private let id: String
  private let isAllDay: Bool
  private let isDone: Bool
  private let name: String?
  private let notify: Bool
  private let number: Int

  init(_ subtask: SubtaskRow, number: Int) {
    self.number = number
    id = subtask.id.text
    name = subtask.name
    isDone = subtask.isDone
    dueDate = subtask.dueDate
    isAllDay = subtask.isAllDay
    notify = subtask.notify
  }
}

/// What a change did, as `--json` prints it.
struct ChangeView: Encodable {
  private struct Line: Encodable {
    let action: String
    let task: TaskView
  }
  private let changes: [Line]
  private let notes: [String]
  private let operation: Int64?

  init(_ report: TaskChangeReport) {
    changes = report.lines.map { Line(action: $0.action, task: TaskView($0.task)) }
    notes = report.notes
    operation = report.operation
  }
}

/// A task that was added, as `--json` prints it.
struct AddedView: Encodable {
  private let task: TaskView
  private let operation: Int64?

  init(_ row: TaskRow) {
    task = TaskView(row)
    operation = row.operation
  }
}
