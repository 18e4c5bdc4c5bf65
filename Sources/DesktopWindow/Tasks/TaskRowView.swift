#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Widgets

/// A row of the list of tasks: a heading, or a task with its check box.
final class TaskRowView: ListRow {
  private let model: TaskListModel
  private let now: @Sendable () -> Date
  private let toggled: (TaskRow, Bool) -> Void
  private var task: TaskRow?

  private let heading = Label()
  private let title = Label()
  private let details = Label()
  private let lock = Icon("changes-prevent-symbolic")
  private lazy var box = CheckBox { [weak self] isOn in
    if let self, let task { toggled(task, isOn) }
  }
  private lazy var content = Box(.horizontal, spacing: 12, [box, texts, lock])
  private lazy var texts = Box(.vertical, spacing: 2, [title, details])
  private lazy var pages = PageStack([content, heading])

  var widget: Widget { pages }

  /// - Parameter toggled: called when a person makes the task done, or opens it again.
  init(_ model: TaskListModel, now: @escaping @Sendable () -> Date, toggled: @escaping (TaskRow, Bool) -> Void) {
    (self.model, self.now, self.toggled) = (model, now, toggled)
    title.limit(lines: 1)
    details.limit(lines: 1)
    details.style("dim-label")
    details.style("caption")
    heading.style("heading")
    heading.align(vertically: .end)
    heading.margin(6)
    texts.expand(horizontally: true)
    texts.align(vertically: .center)
    box.align(vertically: .center)
    lock.toolTip = "Protected"
    content.margin(6)
    pages.style("task-row")
  }

  func show(_ place: Int) {
    switch model.row(at: place) {
    case .heading(let section, let count):
      task = nil
      heading.text = "\(section.title) (\(count))"
      pages.show(heading)
    case .task(let task?): show(task)
    case .task(nil), nil: clear()
    }
  }

  func clear() {
    task = nil
    (title.text, details.text) = ("", "")
    box.isVisible = false
    lock.isVisible = false
    pages.show(content)
  }

  private func show(_ task: TaskRow) {
    self.task = task
    let summary = TaskSummary(task, now: now(), zone: model.zone)
    title.text = summary.title
    details.text = summary.details
    details.isVisible = !summary.details.isEmpty
    details.style("error", summary.isOverdue)
    title.style("dim-label", task.isDone)
    box.isOn = task.isDone
    box.name("\(task.isDone ? "Open again" : "Done"): \(summary.title)")
    box.isVisible = true
    lock.isVisible = task.isProtected
    pages.show(content)
  }
}
#endif
