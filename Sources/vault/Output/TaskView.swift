internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient
internal import VaultModel

/// A task as `--json` prints it. The keys are stable; new ones may be added. They stand in the order in which they are printed, so that
/// nothing has to be sorted.
struct TaskView: Encodable {
  private let alwaysVerify: Bool
  private let completedAt: Nullable<String>
  private let createdAt: String
  private let destroyOn: Nullable<String>
  private let dueDate: Nullable<String>
  private let id: String
  private let isAllDay: Bool
  private let isDone: Bool
  private let isProtected: Bool
  private let label: Nullable<String>
  private let modifiedAt: String
  private let name: Nullable<String>
  private let notes: Nullable<String>
  private let notify: Bool
  private let priority: Nullable<String>
  private let project: Nullable<String>
  private let recurrence: Nullable<String>
  private let shortId: String
  private let subtasks: [SubtaskView]
  private let tags: [String]
  private let unconfirmed: Nullable<UnconfirmedView>

  init(_ task: TaskRow) {
    id = task.id.text
    shortId = task.shortID
    name = Nullable(task.name)
    label = Nullable(task.label)
    notes = Nullable(task.notes)
    isDone = task.isDone
    isProtected = task.isProtected
    alwaysVerify = task.alwaysVerify
    dueDate = Nullable(task.dueDate.map { DateText($0).iso })
    isAllDay = task.isAllDay
    subtasks = task.subtasks.enumerated().map { SubtaskView($0.element, number: $0.offset + 1) }
    notify = task.notify
    priority = Nullable(task.priority?.rawValue)
    tags = task.tags
    project = Nullable(task.project)
    recurrence = Nullable(task.recurrence?.text)
    destroyOn = Nullable(task.destruction.map(Self.words))
    unconfirmed = Nullable(task.unconfirmed.map(UnconfirmedView.init))
    createdAt = DateText(task.createdAt).iso
    modifiedAt = DateText(task.modifiedAt).iso
    completedAt = Nullable(task.completedAt.map { DateText($0).iso })
  }

  private static func words(_ destruction: Destruction) -> String {
    switch destruction {
    case .whenDone: "done"
    case .at(let date): DateText(date).iso
    }
  }
}

/// Where a text comes from that the owner has not confirmed yet, as `--json` prints it.
struct UnconfirmedView: Encodable {
  private let addedAt: Nullable<String>
  private let by: Nullable<String>

  init(_ text: UnconfirmedText) {
    addedAt = Nullable(text.addedAt.map { DateText($0).iso })
    by = Nullable(text.program)
  }
}

/// A subtask as `--json` prints it.
struct SubtaskView: Encodable {
  private let dueDate: Nullable<String>
  private let id: String
  private let isAllDay: Bool
  private let isDone: Bool
  private let name: Nullable<String>
  private let notify: Bool
  private let number: Int

  init(_ subtask: SubtaskRow, number: Int) {
    self.number = number
    id = subtask.id.text
    name = Nullable(subtask.name)
    isDone = subtask.isDone
    dueDate = Nullable(subtask.dueDate.map { DateText($0).iso })
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
  private let operation: Nullable<Int64>

  init(_ report: TaskChangeReport) {
    changes = report.lines.map { Line(action: $0.action, task: TaskView($0.task)) }
    notes = report.notes
    operation = Nullable(report.operation)
  }
}

/// A task that was added, as `--json` prints it.
struct AddedView: Encodable {
  private let task: TaskView
  private let operation: Nullable<Int64>

  init(_ row: TaskRow) {
    task = TaskView(row)
    operation = Nullable(row.operation)
  }
}
