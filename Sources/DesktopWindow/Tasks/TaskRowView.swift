#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// A row of the list of tasks: a heading, or a task with its check box.
final class TaskRowView: ListRow {
  private let model: TaskListModel
  private let now: @Sendable () -> Date
  /// Whether clicks select several tasks, and the one at a place is among them; nil where they do not.
  private let isChosen: (Int) -> Bool?
  private let choose: (Int) -> Void
  private let toggled: (TaskRow, Bool) -> Void
  private let reveal: (TaskRow) -> Void
  private var task: TaskRow?
  private var place = 0
  private(set) var name = ""
  private(set) var isChoice = true

  private let heading = Label()
  private let title = Label()
  private let details = Label()
  private let lock = Icon("changes-prevent-symbolic")
  private lazy var box = CheckBox { [weak self] isOn in
    guard let self, let task else { return }
    if isChosen(place) == nil { toggled(task, isOn) } else { choose(place) }
  }
  /// Most rows need none.
  private var mark: Button?
  private lazy var content = Box(.horizontal, spacing: 12, [box, texts, lock])
  private lazy var texts = Box(.vertical, spacing: 2, [title, details])
  private lazy var pages = PageStack([content, heading])

  var widget: Widget { pages }

  /// - Parameters:
  ///   - isChosen: whether the task at a place is among several that are being selected; nil where none are. Then its box says so, and makes nothing done.
  ///   - choose: called when a person selects one more with its box, or takes it away.
  ///   - toggled: called when a person makes the task done, or opens it again.
  ///   - reveal: called when a person wants to see its text.
  init(
    _ model: TaskListModel, now: @escaping @Sendable () -> Date, isChosen: @escaping (Int) -> Bool?,
    choose: @escaping (Int) -> Void, toggled: @escaping (TaskRow, Bool) -> Void,
    reveal: @escaping (TaskRow) -> Void
  ) {
    (self.model, self.now, self.toggled, self.reveal) = (model, now, toggled, reveal)
    (self.isChosen, self.choose) = (isChosen, choose)
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
    lock.toolTip = localized("Protected")
    content.margin(6)
    pages.style("task-row")
  }

  func show(_ place: Int) {
    self.place = place
    switch model.row(at: place) {
    case .heading(let section, let count):
      task = nil
      heading.text = "\(section.title) (\(count))"
      (name, isChoice) = (heading.text, false)
      pages.show(heading)
    case .task(let task?): show(task)
    case .task(nil), nil: clear()
    }
  }

  func clear() {
    task = nil
    (name, isChoice) = ("", true)
    (title.text, details.text) = ("", "")
    box.isVisible = false
    lock.isVisible = false
    mark?.isVisible = false
    pages.show(content)
  }

  private func show(_ task: TaskRow) {
    if let former = self.task, former.id != task.id { box.endPress() }
    self.task = task
    let summary = TaskSummary(task, now: now(), zone: model.zone)
    title.text = summary.title
    name = [summary.title, task.isProtected ? localized("protected") : "", summary.details].filter { !$0.isEmpty }
      .joined(
        separator: ", ")
    isChoice = true
    details.text = summary.details
    details.isVisible = !summary.details.isEmpty
    details.style("error", summary.isOverdue)
    details.style("dim-label", !summary.isOverdue)
    title.style("dim-label", task.isDone)
    showBox(of: task, summary.title)
    lock.isVisible = task.isProtected
    showMark(of: task, summary.title)
    pages.show(content)
  }

  private func showMark(of task: TaskRow, _ title: String) {
    guard task.isProtected, isChosen(place) == nil else {
      mark?.isVisible = false
      return
    }
    let mark = mark ?? makeMark()
    mark.name(localized("Reveal: \(title)"))
    mark.isVisible = true
  }

  private func makeMark() -> Button {
    let made = Button(icon: "view-reveal-symbolic", name: "") { [weak self] in
      if let self, let task { reveal(task) }
    }
    made.style("flat")
    made.align(vertically: .center)
    made.toolTip = localized("Reveal")
    content.append(made)
    mark = made
    return made
  }

  private func showBox(of task: TaskRow, _ title: String) {
    let isChosen = isChosen(place)
    box.isOn = isChosen ?? task.isDone
    let isDone = task.isDone ? localized("Open again: \(title)") : localized("Done: \(title)")
    box.name(isChosen == nil ? isDone : localized("Select: \(title)"))
    box.isVisible = true
  }
}
#endif
