#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// One task, whole.
final class TaskDetailView {
  private let model: TaskDetailModel
  private let actions: TaskActions
  private let reveal: RevealView
  private let several: SelectionActions
  private let owner: OwnerCheck
  private let context: PageContext
  private let window: Window
  private let title = Label()
  private let facts = Label()
  private let notes = Label()
  private let steps: StepsView
  private lazy var done = Button(localized("Done")) { [weak self] in self?.toggle() }
  private lazy var edit = Button(localized("Edit…")) { [weak self] in self?.beginEdit() }
  private lazy var protect = Button(localized("Protect…")) { [weak self] in
    self?.owner.then { self?.beginProtecting() }
  }
  private lazy var propose = Button(localized("Propose to…")) { [weak self] in self?.beginProposing() }
  private lazy var delete = Button(localized("Delete")) { [weak self] in self?.remove() }
  private lazy var fewer = Button(localized("Select the First \(TaskSelection.maximumCount)")) { [weak self] in
    self?.fewerWanted()
  }
  /// Called when fewer tasks are to be selected than are.
  var fewerWanted: () -> Void = {}
  private lazy var remind = SwitchRow(localized("Remind me")) { [weak self] in self?.remind($0) }
  private lazy var pane = DetailPane(icon: "checkbox-checked-symbolic", content, texts: [title, facts, notes])
  private lazy var buttons = WrapBox([done, edit, protect, propose, reveal.open, delete])
  private lazy var content = Box(
    .vertical, spacing: 12,
    [title, facts, reveal.widget, notes, steps.widget, FormGroup("", [remind, reveal.ask]), buttons])

  var widget: Widget { pane.widget }

  init(
    _ model: TaskDetailModel, _ actions: TaskActions, _ reveal: RevealView, _ several: SelectionActions,
    _ owner: OwnerCheck, _ context: PageContext, over window: Window
  ) {
    (self.model, self.actions, self.reveal, self.context, self.window) = (model, actions, reveal, context, window)
    (self.several, self.owner) = (several, owner)
    steps = StepsView(actions, context, over: window)
    reveal.append(steps.addSealed)
    title.style("title-2")
    title.joinLines()
    notes.style("linked-text")
    facts.style("dim-label")
    delete.style("destructive-action")
    fewer.align(horizontally: .center)
    done.style("suggested-action")
    model.changed = { [weak self] in self?.show($0) }
    show(model.state)
  }

  /// Whether there is nothing in the list.
  var isListEmpty = false {
    didSet { if isListEmpty != oldValue, case .nothing = model.state { show(model.state) } }
  }

  /// Called when something else is shown.
  var shown: () -> Void = {}

  private func show(_ state: TaskDetailModel.State) {
    defer { shown() }
    switch state {
    // Beside an empty list, which says so itself, there is nothing to choose.
    case .nothing where isListEmpty:
      reveal.show(nil)
      pane.tellNothing()
    case .nothing: tell(localized("No task selected"), localized("Choose one in the list."))
    case .several(let count): tell(several: count)
    case .gone(let failure): tell(failure.message, failure.advice.joined(separator: "\n"))
    case .task(let task): show(task)
    }
  }

  private func tell(_ title: String, _ description: String, _ actions: Widget? = nil) {
    reveal.show(nil)
    pane.tell(title, description, actions)
  }

  private func tell(several count: Int) {
    let title = localized(one: "\(count) task selected", other: "\(count) tasks selected", count: count)
    guard count <= TaskSelection.maximumCount else {
      return tell(
        title,
        localized(
          "At most \(TaskSelection.maximumCount) tasks are changed at once. Filter the list, or go on with the first of them."
        ),
        fewer)
    }
    tell(title, localized("Del deletes them, Ctrl+D makes them done."), several.widget)
  }

  private func show(_ task: TaskRow) {
    showFacts(of: task)
    let linked = LinkedText(task.notes ?? "")
    if linked.hasLinks { notes.show(linked.shown) } else { notes.text = task.notes ?? "" }
    notes.isVisible = task.notes != nil
    reveal.show(task.isProtected ? task : nil)
    for button in [protect, propose] { button.isVisible = !task.isProtected && !task.isDone }
    edit.title = task.isProtected ? localized("Edit Details…") : localized("Edit…")
    done.title = task.isDone ? localized("Open Again") : localized("Done")
    steps.show(task)
    remind.isOn = task.notify
    // One that is on can be switched off at any time.
    remind.isEnabled = task.notify || task.dueDate != nil
    pane.showContent()
  }

  /// Takes the keyboard to the first thing that acts: of a task its steps, of a protected one its text.
  func focusFirst() {
    switch model.state {
    case .task(let task) where !task.isProtected: steps.focusFirst()
    case .task: reveal.focus()
    case .nothing, .several, .gone: widget.focusFirst()
    }
  }

  /// Says anew when it is due.
  func passTime() { if case .task(let task) = model.state { showFacts(of: task) } }

  private func showFacts(of task: TaskRow) {
    let summary = TaskSummary(task, now: context.now(), zone: context.zone, isWhole: true)
    title.text = summary.title
    facts.text = summary.details
    facts.isVisible = !facts.text.isEmpty
    remind.subtitle = task.reminderWords(now: context.now(), zone: context.zone)
  }

  /// What can be done to the task that is shown, for a menu: to that one, and not to another that is shown meanwhile.
  var menu: [[PopupMenu.Item]] {
    guard let id = model.shownID else { return [] }
    let others = [protect, propose, reveal.open].filter(\.isVisible)
    let sections = [[done, edit], others, [delete]].map { $0.map { ($0.title, $0.pressed) } }
    return [sections[0], reveal.items + sections[1], sections[2]].filter { !$0.isEmpty }.map { items in
      items.map { item in (item.title, { [model] in if model.shownID == id { item.pressed() } }) }
    }
  }

  /// Reveals the task's text, where it is the task that is shown.
  func reveal(_ task: TaskRow) { if model.shownID == task.id { reveal.reveal() } }

  /// Opens the window in which the task is changed.
  func beginEdit() {
    guard case .task(let task) = model.state else { return }
    TaskEditor.open(task, actions, context, over: window)
  }

  private func beginProposing() {
    if case .task(let task) = model.state { ProposalForm.propose(task, context, over: window) }
  }

  private func beginProtecting() {
    guard let id = model.shownID else { return }
    let label = EntryRow(TaskForm.labelTitle)
    let alwaysVerify = SwitchRow(RevealView.askTitle, subtitle: localized("Even while the vault is unlocked")) { _ in }
    let group = FormGroup(
      "",
      description: [
        localized("Name, notes and subtasks are sealed, and every trace of them is removed from the task store."),
        localized(
          "Where the task came from somebody by a push, its text and picture are erased from the inbox, on all your devices and on the server: nothing brings them back there."
        ),
        TaskForm.labelNote,
      ].joined(separator: "\n\n"), [label, alwaysVerify])
    let form = FormWindow(localized("Protect"), confirmation: localized("Protect"), over: window, group) {
      [actions] () async throws(Failure) in
      try await actions.orThrow { await $0.protect(id, label: label.text, alwaysVerify: alwaysVerify.isOn) }
    }
    label.entered = { [weak form] in form?.press() }
    form.hasChanges = { !label.text.isEmpty || alwaysVerify.isOn }
    form.open()
    label.focus()
  }

  private func remind(_ isOn: Bool) {
    guard case .task(let task) = model.state, task.notify != isOn else { return }
    Task { [weak self, actions] in
      // Without a due date nobody is reminded.
      if await !actions.remind(isOn, of: task.id) { self?.remind.isOn = task.notify }
    }
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
