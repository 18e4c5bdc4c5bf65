#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// The tab with the inbox: what was pushed, newest first, and beside it the item that is selected.
final class InboxPage: TabPage, ListDisplay {
  let (id, title, icon) = ("inbox", localized("Inbox"), "mail-unread-symbolic")
  private let model: InboxListModel
  private let detail: InboxDetailModel
  private let thumbnails: Thumbnails
  private let context: PageContext
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let empty = StatusPage(icon: "mail-unread-symbolic")
  private let account: AccountModel
  private lazy var accountView = AccountView(account)
  private let told: @MainActor (Result<Notice, Failure>) -> Void
  private lazy var list = ListView(name: localized("Inbox")) { [unowned self] in
    InboxRowView(model, thumbnails, zone: zone, now: now)
  }
  private lazy var scrolledList = ScrolledView(list)
  private lazy var listPages = PageStack([empty, scrolledList, accountView.widget])
  private lazy var detailView = InboxDetailView(detail, context, feedback)
  private let feedback: FeedbackView
  private let saving: PictureSaving
  private lazy var split = SplitView(list: listPages, detail: detailView.widget)
  private var selected: Int64?
  /// Whether somebody looks at what has come before, though there is no valid login.
  private var hasWaited = false
  private let inbox: any InboxService
  private let agree: @MainActor (String, String, String) async -> Bool

  /// Called when the detail has taken the place of the list, or the other way round.
  var moved: () -> Void = {}

  var widget: Widget { split }

  /// Whether only the detail is seen.
  var isAtDetail: Bool { split.isAtDetail }

  /// Called with what is in the inbox, as far as it has been read, when that may have changed.
  var followed: ([InboxRow]) -> Void = { _ in }
  /// Called when a person wants to look at the picture of the item that is shown.
  var pictureWanted: () -> Void = {}
  /// Called when a person wants to see a task.
  var taskWanted: (UUID) -> Void = { _ in }
  /// Called before something moves under the pointer though the person has chosen nothing.
  var shifting: () -> Void = {}
  /// Called with why the server refuses the stored login; nil while it does not.
  var refused: (String?) -> Void = { _ in }
  /// Called when an item has been opened.
  var opened: () -> Void = {}

  init(
    _ context: PageContext, over window: Window, unreadChanged: @escaping @MainActor (Int) -> Void,
    arrived: @escaping @MainActor ([InboxRow]) -> Void
  ) {
    (zone, now, told, inbox) = (context.zone, context.now, context.told, context.link)
    agree = context.agree
    saving = PictureSaving(context, over: window)
    model = InboxListModel(context.link)
    detail = InboxDetailModel(context.link)
    thumbnails = Thumbnails(context.link)
    self.context = context
    feedback = FeedbackView(FeedbackModel(context.link), context)
    account = AccountModel(context.link)
    model.display = self
    model.unreadChanged = unreadChanged
    model.arrived = arrived
    detail.told = told
    detailView.deleteWanted = { [weak self] in self?.deleteSelected() }
    detailView.pictureWanted = { [weak self] in self?.pictureWanted() }
    detailView.saveWanted = { [saving] in saving.save($0) }
    detailView.shifting = { [weak self] in self?.shifting() }
    detailView.taskWanted = { [weak self] in self?.lead(toTask: $0) }
    list.showSeparators()
    accountView.waited = { [unowned self] in
      hasWaited = true
      showEmpty()
    }
    accountView.changed = { [unowned self] in
      showEmpty()
      refused(account.refusal)
    }
    account.loggedIn = { [unowned self] in
      told(.success($0))
      model.refresh()
    }
    listPages.expand(horizontally: true, vertically: true)
    listPages.minimumSize(width: 320)
    list.selected = { [unowned self] in select() }
    list.menu = { [unowned self] in
      detailView.menu
        + (model.unreadCount > 0 ? [[(localized("Mark All as Read"), { [weak self] in self?.markAllRead() })]] : [])
    }
    list.activated = { [unowned self] _ in split.showDetail() }
    list.clicked = { [unowned self] _ in split.showDetail() }
    split.onChange { [unowned self] in moved() }
    detail.opened = { [unowned self] in opened() }
    thumbnails.arrived = { [unowned self] number in
      if let row = model.row(of: number) { list.reload(row..<row + 1) }
    }
    showEmpty()
  }

  /// Whether a note says what the page says of the login.
  func isRefusal(_ note: String) -> Bool { account.isRefusal(note) }

  /// Reads the inbox anew.
  func refresh() {
    model.refresh()
    detailView.refresh()
    account.refresh()
  }

  func passTime() {
    list.reload(0..<model.items.count)
    detailView.passTime()
  }

  func has(_ place: WindowPlace) -> Bool {
    switch place {
    case .inbox, .inboxItem: true
    case .tasks, .task, .conversation, .channel: false
    }
  }

  func show(_ place: WindowPlace) async throws(Failure) {
    if case .inboxItem(let number, let push) = place { return open(try await inbox.item(number, push: push)) }
    // Where the server refuses the login, that is what the list has to tell.
    hasWaited = false
    showEmpty()
    split.showList()
  }

  /// Shows one item.
  func open(_ item: InboxRow) {
    selected = item.number
    list.select(model.row(of: item.number).map { [$0] } ?? [])
    detail.show(item)
    split.hasDetail = true
    split.showDetail()
    // The arrows go on from there.
    if let row = model.row(of: item.number) { list.focus(place: row) }
  }

  /// Deletes the item that is shown, once the person agrees.
  func deleteSelected() {
    guard let item = detail.deletable else { return }
    Task { [agree, detail] in
      let isAgreed = await agree(
        localized("Delete “\(item.shownTitle.prefix(60))”?"),
        item.waits
          ? localized("It is declined, and erased from all your devices and from the server: nothing brings it back.")
          : localized(
            "It is erased from all your devices and from the server, and nothing brings it back. A task that was made of it stays."
          ),
        localized("Delete"))
      if isAgreed { detail.delete(item) }
    }
  }

  func markAllRead() { model.markAllRead() }

  private func lead(toTask shortID: String) {
    Task { [weak self, inbox, told] in
      do throws(Failure) {
        let task = try await inbox.task(called: shortID)
        self?.taskWanted(task)
      } catch { told(.failure(error)) }
    }
  }

  /// Takes the keyboard to the login, where there is one.
  func beginLogin() {
    hasWaited = false
    showEmpty()
    split.showList()
    accountView.focus()
  }

  /// Back from an item to the list, where only one of them is seen; the newest is on top.
  func goBack() {
    split.showList()
    if !model.items.isEmpty { list.scroll(to: 0) }
  }

  // MARK: ListDisplay

  func edit(_ edits: [RowEdit]) {
    for edit in edits { list.replace(at: edit.row, removing: edit.removed, inserting: edit.inserted) }
    // What is not in the inbox any more, for instance since its text was taken away, is shown nowhere.
    if let number = selected, model.isGone(number) {
      selected = nil
      detail.show(nil)
    }
    showEmpty()
  }

  func reload(_ rows: Range<Int>) {
    followed(model.items)
    thumbnails.refresh(model.items)
    list.reload(rows)
    let row = selected.flatMap { model.row(of: $0) }
    list.select(row.map { [$0] } ?? [])
    if let row { detail.follow(model.items[row]) }
  }

  func report(_ failure: Failure) { told(.failure(failure)) }

  /// An empty list, which says so itself, has the whole width, unless an item is shown beside it.
  private func showEmpty() {
    listPages.show(listPage())
    split.hasDetail = !model.items.isEmpty || selected != nil || model.emptiness == .unknown
  }

  private func listPage() -> Widget {
    accountView.canWait = !model.items.isEmpty
    if account.state != .needsLogin { hasWaited = false }
    // Whoever has no valid login gets nothing new: they see why, and may look at the rest.
    if account.state == .needsLogin, !hasWaited { return accountView.widget }
    if !model.items.isEmpty { return scrolledList }
    if model.isMissing, account.leadsToLogin { return accountView.widget }
    switch model.emptiness {
    case .unknown: empty.show(title: localized("Inbox"), description: localized("It is being read."))
    case .empty:
      empty.show(title: localized("The inbox is empty"), description: localized("What is pushed to you appears here."))
    case .missing(let failure): empty.show(title: failure.message, description: failure.advice.joined(separator: "\n"))
    }
    return empty
  }

  private func select() {
    let place = list.selectedPlaces.first
    let item = place.flatMap { model.item(at: $0) }
    selected = item?.number
    detail.show(item)
  }
}
#endif
