#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// A step, and what in its row takes the keyboard.
private struct StepRow {
  let id: UUID
  let box: CheckBox
  let menu: MenuButton
  let widget: Widget

  var holdsKeyboard: Bool { widget.holdsKeyboard }
}

/// The steps of a task, and a line to add one.
final class StepsView: TaskQuoting {
  private let actions: TaskActions
  private let context: PageContext
  private let window: Window
  private let list = ReorderColumn(spacing: 6)
  private let entry = TextEntry(name: localized("New subtask"), placeholder: localized("New subtask"))
  /// Asks for a step of a protected task; it stands beside its text.
  private(set) lazy var addSealed = Button(localized("Add Subtask…")) { [weak self] in self?.add("") }
  private lazy var content = Box(.vertical, spacing: 6, [list, entry])
  private var task: TaskRow?
  private var rows: [StepRow] = []
  /// What was typed for a step and not added, by task. Of protected tasks nothing is typed here.
  private var drafts = StepDrafts()

  var widget: Widget { content }

  init(_ actions: TaskActions, _ context: PageContext, over window: Window) {
    (self.actions, self.context, self.window) = (actions, context, window)
    list.moved = { [weak self] in self?.move(from: $0, to: $1) }
    entry.entered = { [weak self] in
      guard let self, !entry.text.isEmpty else { return }
      add(entry.text)
    }
    context.quotes.add(self)
    context.unsaved.add(localized("New subtask"), of: self) { !$0.quotedTasks.isEmpty }
  }

  var quotedTasks: Set<UUID> {
    let shown = task.flatMap { entry.text.isEmpty || $0.isProtected ? nil : $0.id }
    return drafts.ids.union(shown.map { [$0] } ?? [])
  }

  func forgetWords(of task: UUID) {
    drafts.forget(task)
    guard self.task?.id == task, !entry.text.isEmpty else { return }
    entry.text = ""
    context.tellProtection(losesText: true)
  }

  /// Shows those of a task.
  func show(_ task: TaskRow) {
    if task.id != self.task?.id {
      if let former = self.task { drafts.keep(entry.text, of: former) }
      entry.text = drafts.take(of: task)
    }
    let former = self.task
    self.task = task
    // What a person types about a step of a protected task is asked for in a dialog of its own.
    (entry.isVisible, addSealed.isVisible) = (!task.isProtected, task.isProtected)
    if former?.id == task.id, former?.subtasks == task.subtasks { return }
    let (shown, held) = (rows, former?.id == task.id ? rows.firstIndex { $0.holdsKeyboard } : nil)
    rows = task.subtasks.indices.map { row(of: $0 + 1, in: task) }
    let isAtMenu = held.map { shown[$0].menu.holdsKeyboard } ?? false
    list.show(rows.map(\.widget))
    list.isVisible = !rows.isEmpty
    if let held { returnKeyboard(to: shown[held].id, at: held, isAtMenu) }
  }

  /// The keyboard stays with its step, wherever that stands now; where it has gone, with the one in its place.
  private func returnKeyboard(to id: UUID, at place: Int, _ isAtMenu: Bool) {
    guard let row = rows.first(where: { $0.id == id }) ?? rows.dropFirst(place).first ?? rows.last else {
      return focusFirst()
    }
    if isAtMenu { row.menu.focus() } else { row.box.focus() }
  }

  /// Takes the keyboard to the first step, or else to where one is added.
  func focusFirst() {
    if let row = rows.first { row.box.focus() } else if entry.isVisible { entry.focus() } else { addSealed.focus() }
  }

  private func row(of number: Int, in task: TaskRow) -> StepRow {
    let step = task.subtasks[number - 1]
    let name = step.name ?? localized("Subtask \(number)")
    let box = CheckBox { [actions] isOn in Task { await actions.setDone(isOn, SeenStep(number, of: task)) } }
    box.isOn = step.isDone
    box.name(name)
    let due = step.dueDate.map {
      RelativeTime.text($0, isAllDay: step.isAllDay, now: context.now().beginningOfMinute, zone: context.zone)
    }
    let label = Label(
      [name, due, step.notify ? localized("reminder") : nil].compactMap { $0 }.joined(separator: " · "))
    label.wrap()
    label.style("done-step", step.isDone)
    label.expand(horizontally: true)
    let menu = MenuButton(
      icon: "view-more-symbolic", name: localized("More: \(name)"), hint: localized("More"),
      items(of: number, in: task))
    menu.style("flat")
    return StepRow(id: step.id, box: box, menu: menu, widget: Box(.horizontal, spacing: 6, [box, label, menu]))
  }

  private func items(of number: Int, in task: TaskRow) -> [(title: String, pressed: () -> Void)] {
    let (step, seen) = (task.subtasks[number - 1], SeenStep(number, of: task))
    func act(_ body: @escaping (TaskActions) async -> Void) -> () -> Void {
      { [actions] in Task { await body(actions) } }
    }
    var items: [(title: String, pressed: () -> Void)] = [
      (
        localized("Edit…"),
        { [actions, context, window] in StepEditor.open(number, of: task, actions, context, over: window) }
      ),
      (
        step.notify ? localized("Do Not Remind Me") : localized("Remind Me"),
        act { await $0.remind(!step.notify, of: seen) }
      ),
    ]
    if task.isProtected {
      items.insert((localized("New Text…"), act { await $0.editText(of: seen) }), at: 1)
    }
    if number > 1 {
      items.append((localized("Move Up"), act { await $0.move(seen, to: number - 1) }))
    }
    if number < task.subtasks.count {
      items.append((localized("Move Down"), act { await $0.move(seen, to: number + 1) }))
    }
    items.append((localized("Delete"), act { await $0.delete(seen) }))
    return items
  }

  private func move(from place: Int, to other: Int) {
    guard let task, task.subtasks.indices.contains(place) else { return }
    Task { [actions] in await actions.move(SeenStep(place + 1, of: task), to: other + 1) }
  }

  private func add(_ name: String) {
    guard let task else { return }
    entry.isEnabled = false
    Task { [weak self, actions] in
      let isAdded = await actions.addStep(name, to: task.id)
      guard let self else { return }
      entry.isEnabled = true
      // Another task may be shown by now.
      guard self.task?.id == task.id else {
        if isAdded { drafts.forget(task.id) }
        return
      }
      if isAdded { entry.text = "" }
      if entry.isVisible { entry.focus() }
    }
  }
}
#endif
