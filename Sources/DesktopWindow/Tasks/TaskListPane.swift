#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import VaultModel
internal import Widgets

/// The list of tasks, with the lines above it in which a task is typed and tasks are looked for, and what stands in its place where it is empty.
final class TaskListPane: ListDisplay {
  let model: TaskListModel
  private let now: @Sendable () -> Date
  private let setDone: (Bool, TaskRow) async -> Bool
  private let failed: (Failure) -> Void
  private let habits: HabitsKeeper
  private let bar: TaskFilterBar
  let entry: QuickEntryBar
  private let empty = StatusPage(icon: "checkbox-checked-symbolic")
  private lazy var clear = Button(localized("Clear")) { [unowned self] in
    bar.clear()
    bar.focus()
  }
  private lazy var choose = ToggleButton(icon: "selection-mode-symbolic", name: localized("Select several")) {
    [unowned self] in
    chooses($0)
  }
  private(set) lazy var list: ListView = ListView(name: localized("Tasks")) { [unowned self] in
    TaskRowView(
      model, now: now, isChosen: { [unowned self] in isChoosing ? list.isSelected($0) : nil },
      choose: { [unowned self] in list.toggle($0) }, toggled: { [unowned self] in setDone($1, $0) },
      reveal: { [unowned self] in reveal($0) })
  }
  private lazy var scrolledList = ScrolledView(list)
  private lazy var pages = PageStack([empty, scrolledList])
  private lazy var header = Box(.vertical, spacing: 6, [entry.widget, bar.widget])
  private lazy var content = entry.hinting(over: Box(.vertical, spacing: 6, [header, pages]))
  /// A task that has just been added here, until it is seen.
  private var added: TaskRow?
  /// The task to which the keyboard is to go wherever it moves, until a person selects another one.
  private var leading: UUID?
  /// Whether the one task that is selected was seen in the list before that changed.
  var wasSeen = false
  /// The row that has just been added, which what is told of it would lie over where it is at the end.
  var told: UUID?
  /// How many pixels a message lies over.
  var covered = 0
  /// Whether the row that had the keyboard has just gone: GTK gives it to something beside the list then.
  private var hasLostKeyboard = false

  /// What is selected.
  private(set) var selection = TaskSelection()
  /// Called when a person selects others, with those that have been read.
  var selected: (_ tasks: [TaskRow]) -> Void = { _ in }
  /// Called when a person wants to see a protected text.
  var reveal: (TaskRow) -> Void = { _ in }
  /// Called when the list may have become empty, or be so no more.
  var filled: () -> Void = {}
  /// Called when clicks begin or end to select one more each.
  var choosingChanged: () -> Void = {}

  var widget: Widget { content }
  /// Whether it is known that there is nothing in the list.
  var isEmpty: Bool { bar.failure != nil || model.isEmpty }
  /// Whether only some tasks are asked for: others may be found with the next letter.
  var isFiltered: Bool { bar.failure != nil || model.isFiltered }
  /// Whether the keyboard is in the filter.
  var isFiltering: Bool { bar.hasFocus }
  /// Whether each click selects one more.
  var isChoosing: Bool { choose.isOn }

  /// - Parameters:
  ///   - add: adds what was typed; says whether it was added.
  ///   - setDone: makes a task done or opens it again; says whether it is so now.
  init(
    _ model: TaskListModel, zone: LocalZone, now: @escaping @Sendable () -> Date, habits: HabitsKeeper,
    add: @escaping (QuickEntry) async -> Bool, setDone: @escaping (Bool, TaskRow) async -> Bool,
    failed: @escaping (Failure) -> Void
  ) {
    (self.model, self.now, self.setDone, self.failed) = (model, now, setDone, failed)
    self.habits = habits
    bar = TaskFilterBar(zone: zone, now: now, order: habits.habits.order, showsDone: habits.habits.showsDone)
    entry = QuickEntryBar(zone: zone, now: now, add)
    model.display = self
    bar.append(choose)
    header.margin(6)
    pages.expand(horizontally: true, vertically: true)
    content.minimumSize(width: 320)
    bar.asked = { [unowned self] in show($0) }
    bar.ordered = { habits.habits.order = $0 }
    // GTK would go to the box of the first row.
    bar.wentDown = { [unowned self] in list.begin() }
    bar.left = { [unowned self] in list.focus() }
    list.selected = { [unowned self] in select() }
    clear.name(localized("Clear the filter"))
    clear.align(horizontally: .center)
    clear.style("pill")
    empty.content(clear)
    showEmpty()
  }

  /// Whether something was typed for a new task.
  var isAdding: Bool { entry.isFilled }

  /// Takes the keyboard to where a new task is typed.
  func beginEntry() { entry.focus() }

  /// Takes the keyboard to the filter.
  func beginFilter() { bar.focus() }

  /// Shows what is done below what is to be done, or does so no more.
  func toggleDone() {
    habits.habits.showsDone.toggle()
    bar.showsDone = habits.habits.showsDone
  }

  /// Adds something above the list: below it things are told.
  func append(_ widget: Widget) { header.append(widget) }

  /// Says anew when tasks are due.
  func passTime() { list.reload(0..<model.outline.rowCount) }

  // MARK: What is selected

  /// The task beside another one.
  func neighbour(of id: UUID) -> TaskRow? { model.neighbour(of: id) }

  /// Selects a task in place of one that is dealt with, and takes the keyboard there, where the list has it: ring and selection are one.
  func lead(to task: TaskRow) {
    selection = TaskSelection(task.id)
    leading = task.id
    list.select(model.rows(of: selection.ids))
    follow()
    selected([task])
  }

  /// Where the task that is selected has the keyboard, it takes that along.
  private func holdRing() {
    let places = list.selectedPlaces
    if selection.ids.count == 1, places.count == 1, places.first == list.keyboardPlace { leading = selection.ids.first }
  }

  private func follow() {
    guard let leading, selection.ids == [leading], list.hasFocus || list.holdsKeyboard || hasLostKeyboard,
      let row = model.rows(of: [leading]).first
    else { return }
    hasLostKeyboard = false
    list.focus(place: row)
  }

  /// Selects one task, whether or not it is in the list, without ``selected``.
  func select(_ id: UUID) {
    selection = TaskSelection(id)
    list.select(model.rows(of: selection.ids))
  }

  /// Takes the keyboard to the task that is selected, where the list has it.
  func focusSelected() { if let row = model.rows(of: selection.ids).first { list.focus(place: row) } }

  /// Whether several are selected, or are about to be.
  var hasSeveral: Bool { isChoosing || selection.count > 1 }

  /// Selects nothing any more; a click selects one again.
  func deselect() {
    choose.isOn = false
    chooses(false)
  }

  /// The tasks that are selected in the list as it is now; where they are too many, that is told.
  func seenSelection() -> [UUID] {
    guard !selection.isTooLarge else {
      failed(
        Failure(
          .usage, verbatim: localized("At most \(TaskSelection.maximumCount) tasks are changed at once."),
          hint: localized("Select fewer.")))
      return []
    }
    let rows = Set(list.selectedPlaces)
    return selection.ids.filter { id in model.rows(of: [id]).contains { rows.contains($0) } }
  }

  /// Selects no more tasks than are changed at once: the first of those that are selected.
  func selectFewer() {
    list.select(Array(model.outline.taskRows(among: list.selectedPlaces).prefix(TaskSelection.maximumCount)))
    select()
    list.focus()
  }

  private func chooses(_ isOn: Bool) {
    list.clicksAdd = isOn
    // What a click has shown before was not chosen to be one of several.
    if !isOn || selection.count == 1 {
      list.select([])
      select()
    }
    // Their boxes select meanwhile.
    list.reload(0..<model.outline.rowCount)
    choosingChanged()
  }

  private func select() {
    leading = nil
    wasSeen = false
    let places = model.outline.taskRows(among: list.selectedPlaces)
    let rows = places.count > TaskSelection.maximumCount ? nil : places.map { model.row(at: $0) }
    selection = TaskSelection(rows, count: places.count)
    selected(TaskSelection.tasks(in: rows ?? []))
    if isChoosing { list.reload(0..<model.outline.rowCount) }
  }

  // MARK: ListDisplay

  func edit(_ edits: [RowEdit]) {
    holdRing()
    holdSight()
    let hadKeyboard = list.holdsKeyboard
    for edit in edits { list.replace(at: edit.row, removing: edit.removed, inserting: edit.inserted) }
    hasLostKeyboard = hadKeyboard && !list.holdsKeyboard
    showEmpty()
  }

  func reload(_ rows: Range<Int>) {
    list.reload(rows)
    showEmpty()
    // What was selected before it had been read is known now.
    if selection.isUnread { return select() }
    holdRing()
    holdSight()
    // The same tasks stay selected, wherever they are now.
    if !selection.isTooLarge { list.select(model.rows(of: selection.ids)) }
    follow()
    hasLostKeyboard = false
    keepInSight()
    showAdded()
  }

  /// Where there is no agent, the window has told of it.
  func report(_ failure: Failure) { if failure.code != .unavailable { failed(failure) } }

  // MARK: What is shown

  private func showEmpty() {
    defer { filled() }
    let wrong = bar.failure.map { (title: localized("No such filter"), description: $0.line) }
    guard let words = wrong ?? model.emptyWords else { return pages.show(scrolledList) }
    empty.show(title: words.title, description: words.description)
    clear.isVisible = isFiltered
    pages.show(empty)
  }

  /// - Parameter query: nil where there is none; what was found before is no answer to it.
  private func show(_ query: TaskQuery?) {
    if query != model.query, !(query.map(stillLists) ?? false) {
      list.select([])
      select()
    }
    if let query { model.show(query) }
    showEmpty()
  }

  /// Whether what is selected is meant by another query, too, which differs in what is done or in the order.
  private func stillLists(_ query: TaskQuery) -> Bool {
    var (one, other) = (query, model.query)
    (one.filter.state, one.order) = (other.filter.state, other.order)
    let rows = model.outline.taskRows(among: list.selectedPlaces).prefix(TaskSelection.maximumCount + 1).map {
      model.row(at: $0)
    }
    let tasks = TaskSelection.tasks(in: rows)
    guard one == other, !selection.isTooLarge, tasks.count == selection.count else { return false }
    return query.filter.state == .any || tasks.allSatisfy { $0.isDone == (query.filter.state == .done) }
  }

  /// A task that was added here is selected and seen.
  func follow(_ task: TaskRow, isSelected: Bool) {
    added = task
    guard isSelected else { return }
    selection = TaskSelection(task.id)
    showAdded()
  }

  private func showAdded() {
    guard let added, let row = model.rows(of: [added.id]).first else { return }
    self.added = nil
    // With some rows below it, where there are some: what was done is told there.
    list.scroll(to: min(row + 2, model.outline.rowCount - 1))
    list.scroll(to: row)
    list.select(model.rows(of: selection.ids))
    told = added.id
    leaveRoom()
  }

  private func setDone(_ isDone: Bool, _ task: TaskRow) {
    Task { [weak self, setDone] in
      // The box says what holds.
      if await !setDone(isDone, task), let self { list.reload(0..<model.outline.rowCount) }
    }
  }
}
#endif
