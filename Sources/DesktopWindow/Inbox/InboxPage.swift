#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import VaultClient
internal import Widgets

/// The tab with the inbox: what was pushed, newest first, and beside it the item that is selected.
final class InboxPage: ListDisplay {
  private let model: InboxListModel
  private let detail: InboxDetailModel
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let empty = StatusPage(icon: "mail-unread-symbolic")
  private lazy var login = Button("Log In") { [unowned self] in model.logIn() }
  private let told: @MainActor (Result<String, Failure>) -> Void
  private lazy var list = ListView(name: "Inbox") { [unowned self] in InboxRowView(model, zone: zone, now: now) }
  private lazy var scrolledList = ScrolledView(list)
  private lazy var listPages = PageStack([empty, scrolledList])
  private lazy var detailView = InboxDetailView(detail, zone: zone, now: now)
  private lazy var split = SplitView(list: listPages, detail: detailView.widget)
  private var selected: Int64?

  /// Called when the detail has taken the place of the list, or the other way round.
  var moved: () -> Void = {}

  var widget: Widget { split }

  /// Whether only the detail is seen.
  var isAtDetail: Bool { split.isAtDetail }

  init(
    _ inbox: any InboxService, zone: LocalZone, now: @escaping @Sendable () -> Date,
    told: @escaping @MainActor (Result<String, Failure>) -> Void, unreadChanged: @escaping @MainActor (Int) -> Void,
    arrived: @escaping @MainActor ([InboxRow]) -> Void
  ) {
    (self.zone, self.now, self.told) = (zone, now, told)
    model = InboxListModel(inbox)
    detail = InboxDetailModel(inbox)
    model.display = self
    model.unreadChanged = unreadChanged
    model.arrived = arrived
    detail.told = told
    login.align(horizontally: .center)
    login.style("pill")
    login.style("suggested-action")
    empty.content(login)
    listPages.expand(horizontally: true, vertically: true)
    listPages.minimumSize(width: 320)
    list.selected = { [unowned self] in select() }
    list.activated = { [unowned self] _ in split.showDetail() }
    list.clicked = { [unowned self] _ in split.showDetail() }
    split.onChange { [unowned self] in moved() }
    showEmpty()
  }

  /// Reads the inbox anew.
  func refresh() { model.refresh() }

  /// Shows one item.
  func open(_ item: InboxRow) {
    selected = item.number
    list.select(model.row(of: item.number).map { [$0] } ?? [])
    detail.show(item)
    split.showDetail()
  }

  /// Back from an item to the list, where only one of them is seen; the newest is on top.
  func goBack() { split.showList() }

  // MARK: ListDisplay

  func edit(_ edits: [RowEdit]) {
    for edit in edits { list.replace(at: edit.row, removing: edit.removed, inserting: edit.inserted) }
    // What is not in the inbox any more, for instance since its text was taken away, is shown nowhere.
    if let number = selected, model.row(of: number) == nil {
      selected = nil
      detail.show(nil)
    }
    showEmpty()
  }

  func reload(_ rows: Range<Int>) {
    list.reload(rows)
    let row = selected.flatMap { model.row(of: $0) }
    list.select(row.map { [$0] } ?? [])
    if let row { detail.follow(model.items[row]) }
  }

  func report(_ failure: Failure) { told(.failure(failure)) }

  private func showEmpty() {
    if !model.items.isEmpty { return listPages.show(scrolledList) }
    login.isVisible = model.isMissing
    switch model.emptiness {
    case .unknown: empty.show(title: "Inbox", description: "It is being read.")
    case .empty: empty.show(title: "The inbox is empty", description: "What is pushed to you appears here.")
    case .missing(let failure): empty.show(title: failure.message, description: failure.advice.joined(separator: "\n"))
    }
    listPages.show(empty)
  }

  private func select() {
    let place = list.selectedPlaces.first
    let item = place.flatMap { model.item(at: $0) }
    selected = item?.number
    detail.show(item)
  }
}
#endif
