#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import VaultModel
internal import Widgets

/// The tab with the tasks: quick entry, filter and list, and beside them the task that is selected.
final class TasksPage: TabPage {
  let (id, title, icon) = ("tasks", localized("Tasks"), "checkbox-checked-symbolic")
  private let model: TaskListModel
  private let detail: TaskDetailModel
  private let actions: TaskActions
  private let reveal: RevealView
  private let all: RevealAllView
  private let context: PageContext
  private let window: Window
  private let tasks: any TaskService
  private lazy var owner = OwnerCheck(context, over: window)
  private lazy var pane = TaskListPane(
    model, zone: context.zone, now: context.now, habits: context.habits,
    add: { [unowned self, actions] entry in await actions.add(entry) { [weak self] in self?.follow($0) } },
    setDone: { [actions] isDone, task in await actions.setDone(isDone, [task.id]) },
    failed: { [told = context.told] in told(.failure($0)) })
  private lazy var detailView = TaskDetailView(detail, actions, reveal, selectionActions, owner, context, over: window)
  /// One task, or all protected texts.
  private lazy var details = PageStack([detailView.widget, all.widget])
  private lazy var split = SplitView(list: pane.widget, detail: details)
  /// Where several are selected: beside the list, and above it where there is no room beside it.
  private lazy var selectionActions = makeActions()
  private lazy var narrowActions = makeActions()

  /// The tasks that were made done by the keys, each with the neighbour that has been selected in its place.
  private var heirs: [UUID: UUID] = [:]

  /// Called when the detail has taken the place of the list, or the other way round.
  var moved: () -> Void = {}

  var widget: Widget { split }

  /// Whether only the detail is seen.
  var isAtDetail: Bool { split.isAtDetail }

  init(_ context: PageContext, _ reveal: RevealView, _ all: RevealAllView, over window: Window) {
    (self.reveal, self.all, self.context, self.window, tasks) = (reveal, all, context, window, context.link)
    actions = TaskActions(context.link, told: context.told)
    model = TaskListModel(
      context.link, query: Self.query(context.habits.habits), zone: context.zone, now: context.now)
    detail = TaskDetailModel(context.link)
    details.expand(horizontally: true, vertically: true)
    pane.append(narrowActions.widget)
    context.unsaved.add(localized("New task"), of: pane) { $0.isAdding }
    pane.list.swiped = { [unowned self] in delete(at: $0) }
    pane.list.activated = { [unowned self] _ in lead() }
    pane.list.clicked = { [unowned self] _ in lead() }
    pane.list.entered = { [unowned self] _ in enter() }
    pane.list.menu = { [unowned self] in menu }
    pane.selected = { [unowned self] in show($0) }
    pane.reveal = { [unowned self] in revealText(of: $0) }
    pane.filled = { [unowned self] in arrange() }
    pane.choosingChanged = { [unowned self] in arrange() }
    all.shown = { [weak self, weak all] in
      guard let self, let all else { return }
      details.show($0 ? all.widget : detailView.widget)
      arrange()
    }
    detailView.fewerWanted = { [weak self] in self?.pane.selectFewer() }
    detailView.shown = { [weak self] in self?.arrange() }
    split.onChange { [unowned self] in
      moved()
      arrange()
    }
    arrange()
  }

  /// A message lies over so many pixels at the bottom, or over none any more.
  func makeRoom(_ pixels: Int) { pane.makeRoom(pixels) }

  /// Reads everything anew.
  func refresh() {
    model.refresh()
    detail.refresh()
  }

  func passTime() {
    pane.passTime()
    detailView.passTime()
  }

  func has(_ place: WindowPlace) -> Bool {
    switch place {
    case .tasks, .task: true
    case .inbox, .inboxItem, .conversation, .channel: false
    }
  }

  func show(_ place: WindowPlace) async throws(Failure) {
    guard case .task(let id) = place else { return split.showList() }
    // The list may not have it.
    let task = try await tasks.task(id)
    pane.select(id)
    detail.show([task])
    split.showDetail()
  }

  /// Takes the keyboard to where a new task is typed.
  func beginEntry() {
    split.showList()
    pane.beginEntry()
  }

  /// Opens the window in which a protected task is made.
  func addProtected() {
    owner.then { [weak self, actions, context, window] in
      ProtectedTaskEditor.add(actions, context, over: window) { self?.follow($0) }
    }
  }

  /// Shows all protected texts, in the place of the task.
  func revealAll() {
    split.showDetail()
    all.reveal()
  }

  /// Whether the keyboard is in the filter.
  var isFiltering: Bool { pane.isFiltering }

  /// Takes the keyboard to the filter.
  func beginFilter() {
    split.showList()
    pane.beginFilter()
  }

  /// Shows what is done below what is to be done, or does so no more.
  func toggleDone() {
    split.showList()
    pane.toggleDone()
  }

  /// What is asked for before anything is typed into the filter.
  private static func query(_ habits: WindowHabits) -> TaskQuery {
    TaskListModel.query(TaskFilter(), order: habits.order, withDone: habits.showsDone)
  }

  /// Back from a task to the list, where only one of them is seen.
  func goBack() {
    guard split.isAtDetail else { return split.showList() }
    split.showList()
    pane.focusSelected()
  }

  /// Opens the window in which the selected task is changed.
  func editSelected() { detailView.beginEdit() }

  /// Selects nothing any more, where several are selected.
  ///
  /// - Returns: whether they were.
  func deselect() -> Bool {
    guard pane.hasSeveral, !pane.isFiltering else { return false }
    pane.deselect()
    return true
  }

  /// Makes what is selected done.
  func completeSelected() {
    if details.hasFocus, let id = detail.shownID { return complete([id]) }
    // The empty line has nothing that the keys could be about.
    if isSelectionMeant || pane.entry.isAtEmpty {
      finish(pane.seenSelection()) { [actions] in await actions.setDone(true, $0) }
    }
  }

  /// Removes what is selected.
  func deleteSelected() {
    if isSelectionMeant { finish(pane.seenSelection()) { [actions] in await actions.delete($0) } }
  }

  /// Whether keys are about what is selected in the list: that has the keyboard, or the page about several.
  private var isSelectionMeant: Bool { pane.list.hasFocus || (details.hasFocus && pane.selection.count > 1) }

  /// Does something to the tasks that are selected, after which these are dealt with: a single one hands the selection on to its neighbour, where the keyboard goes,
  /// and of several none stays selected.
  private func finish(_ ids: [UUID], _ body: @escaping ([UUID]) async -> Bool) {
    guard !ids.isEmpty else { return }
    let next = ids.count == 1 && !pane.isChoosing ? pane.neighbour(of: ids[0]) : nil
    Task { [weak self] in
      guard await body(ids), let self, pane.selection.ids == ids || pane.selection.count == 0 else { return }
      guard let next else { return endChoosing() }
      heirs[ids[0]] = next.id
      pane.lead(to: next)
    }
  }

  /// A task that was made done here and is to be done again is selected in place of its neighbour, unless another one has been selected since, or somebody reads a
  /// protected text.
  func leadBack(to task: TaskRow) {
    guard let heir = heirs.removeValue(forKey: task.id), pane.selection.ids == [heir], !reveal.isShown else { return }
    pane.lead(to: task)
  }

  private func complete(_ ids: [UUID]) {
    if !ids.isEmpty { Task { [actions] in _ = await actions.setDone(true, ids) } }
  }

  private func delete(_ ids: [UUID]) {
    if !ids.isEmpty { Task { [actions] in await actions.delete(ids) } }
  }

  private func delete(at place: Int) { delete(TaskSelection.tasks(in: [model.row(at: place)]).map(\.id)) }

  private func makeActions() -> SelectionActions {
    SelectionActions(
      done: { [unowned self] in
        complete(pane.seenSelection())
        endChoosing()
      },
      delete: { [unowned self] in
        delete(pane.seenSelection())
        endChoosing()
      })
  }

  /// What was selected is dealt with, and the button that has the keyboard goes.
  private func endChoosing() {
    pane.deselect()
    // Whoever types the next task goes on typing.
    if !pane.entry.isAtEmpty { pane.list.focus() }
  }

  private func revealText(of task: TaskRow) {
    pane.lead(to: task)
    split.showDetail()
    detailView.reveal(task)
  }

  // MARK: What is shown

  private func show(_ selected: [TaskRow]) {
    all.end()
    if pane.selection.isTooLarge { detail.show(several: pane.selection.count) } else { detail.show(selected) }
    split.choose(detail: selected.count == 1)
    arrange()
  }

  /// Leads to the task that was clicked; while each click selects one more, nothing does.
  private func lead() { if !pane.isChoosing { split.showDetail() } }

  /// Leads to the task that has the keyboard, and takes it there.
  private func enter() {
    guard !pane.isChoosing, pane.selection.count == 1 else { return }
    split.showDetail()
    if all.isShown { details.focusFirst() } else { detailView.focusFirst() }
  }

  /// What can be done to what is selected.
  private var menu: [[PopupMenu.Item]] {
    guard pane.selection.count > 1 || pane.isChoosing else { return detailView.menu }
    guard pane.selection.count > 0, !pane.selection.isTooLarge else { return [] }
    // Others may be selected meanwhile, as by a link that a program has opened.
    return [
      selectionActions.items.map { [selection = pane.selection] item in
        (item.title, { [weak self] in if self?.pane.selection == selection { item.pressed() } })
      }
    ]
  }

  /// An empty list, which says so itself, has the whole width, unless something is shown beside it.
  private func arrange() {
    detailView.isListEmpty = model.outline.rowCount == 0
    // What was chosen has gone.
    if detail.state == .nothing { split.choose(detail: all.isShown) }
    split.hasDetail = !pane.isEmpty || pane.isFiltered || detail.state != .nothing || all.isShown
    narrowActions.widget.isVisible = split.isFolded && pane.hasSeveral
    narrowActions.widget.isEnabled = pane.selection.count > 0
  }

  /// A task that was added here, or is back, is selected and seen, unless somebody reads a protected text meanwhile.
  func follow(_ task: TaskRow) {
    if !reveal.isShown { detail.show([task]) }
    pane.follow(task, isSelected: !reveal.isShown)
  }
}
#endif
