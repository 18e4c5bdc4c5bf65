#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import VaultClient
internal import Widgets

/// One task, whole.
final class TaskDetailView {
  private let model: TaskDetailModel
  private let actions: TaskActions
  private let reveal: RevealView
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let title = Label()
  private let facts = Label()
  private let notes = Label()
  private let steps = Box(.vertical, spacing: 6)
  private lazy var done = Button("Done") { [weak self] in self?.toggle() }
  private lazy var delete = Button("Delete") { [weak self] in self?.remove() }
  private lazy var pane = DetailPane(icon: "checkbox-checked-symbolic", content, texts: [title, facts, notes])
  private lazy var content = Box(
    .vertical, spacing: 12, [title, facts, reveal.widget, notes, steps, Box(.horizontal, spacing: 12, [done, delete])])
  private var rows: [Widget] = []

  var widget: Widget { pane.widget }

  init(
    _ model: TaskDetailModel, _ actions: TaskActions, _ reveal: RevealView, zone: LocalZone,
    now: @escaping @Sendable () -> Date
  ) {
    (self.model, self.actions, self.reveal, self.zone, self.now) = (model, actions, reveal, zone, now)
    title.style("title-2")
    facts.style("dim-label")
    delete.style("destructive-action")
    done.style("suggested-action")
    model.changed = { [weak self] in self?.show($0) }
    show(model.state)
  }

  private func show(_ state: TaskDetailModel.State) {
    switch state {
    case .nothing: tell("No task selected", "Choose one in the list.")
    case .several(let count): tell("\(count) tasks selected", "Del deletes them, Ctrl+D makes them done.")
    case .gone(let failure): tell(failure.message, failure.advice.joined(separator: "\n"))
    case .task(let task): show(task)
    }
  }

  private func tell(_ title: String, _ description: String) {
    reveal.show(nil)
    pane.tell(title, description)
  }

  private func show(_ task: TaskRow) {
    let summary = TaskSummary(task, now: now(), zone: zone)
    title.text = summary.title
    let rule = task.recurrence.map { RuleDescription($0, zone: zone).text }
    facts.text = ([summary.details] + [rule].compactMap { $0 }).filter { !$0.isEmpty }.joined(separator: "\n")
    facts.isVisible = !facts.text.isEmpty
    notes.text = task.notes ?? ""
    notes.isVisible = task.notes != nil
    reveal.show(task.isProtected ? task.id : nil)
    done.title = task.isDone ? "Open Again" : "Done"
    showSteps(of: task)
    pane.showContent()
  }

  private func showSteps(of task: TaskRow) {
    for row in rows { steps.remove(row) }
    rows = task.subtasks.enumerated().map { index, step in
      let box = CheckBox { [actions] isOn in
        Task { await actions.setDone(isOn, step: index + 1, of: task.id) }
      }
      box.isOn = step.isDone
      let name = step.name ?? "Step \(index + 1)"
      box.name(name)
      let label = Label(name)
      label.wrap()
      return Box(.horizontal, spacing: 6, [box, label])
    }
    for row in rows { steps.append(row) }
    steps.isVisible = !rows.isEmpty
  }

  private func toggle() {
    guard case .task(let task) = model.state else { return }
    Task { [actions] in await actions.setDone(!task.isDone, [task.id]) }
  }

  private func remove() {
    guard case .task(let task) = model.state else { return }
    Task { [actions] in await actions.delete([task.id]) }
  }
}
#endif
