#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import VaultClient
internal import VaultModel
internal import Widgets

/// The tab with the tasks: quick entry, filter and list, and beside them the task that is selected.
final class TasksPage: ListDisplay {
  private let model: TaskListModel
  private let detail: TaskDetailModel
  private let actions: TaskActions
  private let reveal: RevealView
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let failed: (Failure) -> Void
  private let filter = TextEntry(.search, name: "Filter", placeholder: "Filter, for instance: +home due:week")
  private let filterProblem = Label()
  private let empty = StatusPage(icon: "checkbox-checked-symbolic")
  private lazy var list = ListView(name: "Tasks") { [unowned self] in
    TaskRowView(model, now: now) { [unowned self] in setDone($1, $0) }
  }
  private lazy var entry = QuickEntryBar(zone: zone, now: now) { [actions] in await actions.add($0) }
  private lazy var listPages = PageStack([empty, scrolledList])
  private lazy var scrolledList = ScrolledView(list)
  private lazy var detailView = TaskDetailView(detail, actions, reveal, zone: zone, now: now)
  private lazy var split = SplitView(list: listPane, detail: detailView.widget)
  private lazy var listPane = Box(.vertical, spacing: 6, [header, listPages])
  private lazy var header = Box(.vertical, spacing: 6, [entry.widget, filter, filterProblem])
  private var selectedIDs: [UUID] = []
  private var isSelectionUnread = false

  /// Called when the detail has taken the place of the list, or the other way round.
  var moved: () -> Void = {}

  var widget: Widget { split }

  /// Whether only the detail is seen.
  var isAtDetail: Bool { split.isAtDetail }

  /// - Parameter failed: tells a person what could not be done.
  init(
    _ tasks: any TaskService, _ actions: TaskActions, _ reveal: RevealView, zone: LocalZone,
    now: @escaping @Sendable () -> Date, failed: @escaping (Failure) -> Void
  ) {
    (self.actions, self.reveal, self.zone, self.now, self.failed) = (actions, reveal, zone, now, failed)
    model = TaskListModel(tasks, zone: zone, now: now)
    detail = TaskDetailModel(tasks)
    model.display = self
    header.margin(6)
    filterProblem.style("error")
    filterProblem.style("caption")
    filterProblem.wrap()
    filterProblem.isVisible = false
    listPages.expand(horizontally: true, vertically: true)
    listPane.minimumSize(width: 320)
    filter.changed = { [unowned self] in show($0) }
    filter.left = { [unowned self] in list.focus() }
    list.selected = { [unowned self] in select() }
    list.activated = { [unowned self] _ in split.showDetail() }
    list.clicked = { [unowned self] _ in split.showDetail() }
    split.onChange { [unowned self] in moved() }
    showEmpty()
  }

  /// Reads everything anew.
  func refresh() {
    model.refresh()
    detail.refresh()
  }

  /// Takes the keyboard to where a new task is typed.
  func beginEntry() {
    split.showList()
    entry.focus()
  }

  /// Takes the keyboard to the filter.
  func beginFilter() {
    split.showList()
    filter.focus()
  }

  /// Back from a task to the list, where only one of them is seen.
  func goBack() { split.showList() }

  /// Makes what is selected done.
  func completeSelected() {
    let ids = seenSelection()
    if !ids.isEmpty { Task { [actions] in await actions.setDone(true, ids) } }
  }

  /// Removes what is selected.
  func deleteSelected() {
    let ids = seenSelection()
    if !ids.isEmpty { Task { [actions] in await actions.delete(ids) } }
  }

  /// The tasks that are selected in the list as it is now, while the keyboard is in it.
  private func seenSelection() -> [UUID] {
    guard list.hasFocus else { return [] }
    let places = list.selectedPlaces
    guard places.count <= Self.maximumSelection else {
      failed(Failure(.usage, "At most \(Self.maximumSelection) tasks are changed at once.", hint: "Select fewer."))
      return []
    }
    let rows = Set(places)
    return selectedIDs.filter { id in model.rows(of: [id]).contains { rows.contains($0) } }
  }

  /// How many tasks are worked on together.
  private static let maximumSelection = 500

  // MARK: ListDisplay

  func edit(_ edits: [RowEdit]) {
    for edit in edits { list.replace(at: edit.row, removing: edit.removed, inserting: edit.inserted) }
    showEmpty()
  }

  func reload(_ rows: Range<Int>) {
    list.reload(rows)
    // What was selected before it had been read is known now.
    if isSelectionUnread { return select() }
    // The same tasks stay selected, wherever they are now.
    list.select(model.rows(of: selectedIDs))
  }

  /// Where there is no agent, the window has told of it.
  func report(_ failure: Failure) { if failure.code != .unavailable { failed(failure) } }

  // MARK: What is shown

  private func showEmpty() {
    if model.outline.rowCount > 0 { return listPages.show(scrolledList) }
    guard model.hasBeenRead else {
      empty.show(title: "Tasks", description: "They are being read.")
      return listPages.show(empty)
    }
    let isFiltered = model.query != TaskQuery()
    empty.show(
      title: isFiltered ? "No task matches" : "Nothing to do",
      description: isFiltered ? "Change the filter, or empty it." : "Type a task above, and press Enter.")
    listPages.show(empty)
  }

  private func show(_ words: String) {
    do throws(Failure) {
      let words = words.split(whereSeparator: \.isWhitespace).map(String.init)
      let query = TaskQuery(try FilterWords(words, now: now(), zone: zone).filter)
      if query != model.query {
        list.select([])
        select()
      }
      model.show(query)
      filterProblem.isVisible = false
    } catch {
      filterProblem.text = error.message
      filterProblem.isVisible = true
    }
  }

  private func select() {
    let places = list.selectedPlaces
    guard places.count <= Self.maximumSelection else {
      (selectedIDs, isSelectionUnread) = ([], false)
      return detail.show(several: places.count)
    }
    let selected = places.map { model.row(at: $0) }
    isSelectionUnread = selected.contains(.task(nil))
    let rows = selected.compactMap { row -> TaskRow? in if case .task(let task) = row { task } else { nil } }
    selectedIDs = rows.map(\.id)
    detail.show(rows)
  }

  private func setDone(_ isDone: Bool, _ task: TaskRow) {
    Task { [actions] in await actions.setDone(isDone, [task.id]) }
  }
}
#endif
