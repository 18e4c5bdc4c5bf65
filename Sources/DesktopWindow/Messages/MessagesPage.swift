#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// The tab with the messages: conversations, comments and likes, or what came with pushes, and beside them what is selected.
final class MessagesPage: TabPage {
  let (id, title, icon) = ("messages", localized("Messages"), "user-available-symbolic")
  private let context: PageContext
  private let model: MessageListModel
  private let data: DataListModel
  private let thread: ThreadModel
  private let remark: RemarkModel
  private let segments = SegmentSwitch(
    name: localized("Kind of messages"), [localized("Conversations"), localized("Single messages")])
  private let list: ConversationList
  private let dataList: DataList
  private let threadView: ThreadView
  private let remarkView: RemarkView
  private let sender = SenderView()
  private let nothing = StatusPage(
    icon: "user-available-symbolic", title: localized("Nothing selected"),
    description: localized("Choose a message in the list."))
  private lazy var lists = PageStack([list.widget, dataList.widget])
  private lazy var listPane = Box(.vertical, spacing: 6, [segments, lists])
  private lazy var details = PageStack([threadView.widget, remarkView.widget, sender.widget, nothing])
  private lazy var split = SplitView(list: listPane, detail: details)
  private let notice: LoginNotice
  private var care: PersonCare
  private lazy var page = Box(.vertical, [split, notice.widget])
  private var isLookedAt = false
  /// What stands beside the conversations while the data messages are seen.
  private var detailOfConversations: Widget?

  /// Called when the detail has taken the place of the list, or the other way round.
  var moved: () -> Void = {}
  /// Called when a person wants to see an item of the inbox, by its number.
  var itemWanted: (Int64) -> Void = { _ in }
  /// Called with what somebody has written, unless the person looks at it.
  var arrived: (Arrival) -> Void = { _ in }
  /// Called with the conversation that the person looks at; nil where nobody is logged in any more.
  var seen: (UUID?) -> Void = { _ in }

  var widget: Widget { page }

  /// The line at the bottom in which one writes.
  var writingLine: Widget { threadView.writingLine }

  var isAtDetail: Bool { split.isAtDetail }

  init(_ context: PageContext, over window: Window, unreadChanged: @escaping @MainActor (Int) -> Void) {
    self.context = context
    notice = LoginNotice(context)
    (model, data) = (MessageListModel(context.link), DataListModel(context.link))
    (thread, remark) = (ThreadModel(context.link), RemarkModel(context.link))
    model.unreadChanged = unreadChanged
    list = ConversationList(model, context)
    dataList = DataList(data, context)
    threadView = ThreadView(
      thread, context, icon: icon, invitation: localized("Choose a conversation in the list, or write to somebody."))
    remarkView = RemarkView(remark, context)
    care = PersonCare(context: context, window: window)
    listPane.margin(6)
    listPane.minimumSize(width: 308)
    split.expand(horizontally: true, vertically: true)
    lists.expand(horizontally: true, vertically: true)
    details.show(threadView.widget)
    connectParts()
  }

  private func connectParts() {
    care.write = { [weak self] in self?.open(conversation: $0) }
    list.menu = { [unowned self] in
      guard let entry = list.selectedRow else { return [] }
      let markAll = MenuEntry(
        localized("Mark All as Read"), isOffered: { [model] in model.unreadCount > 0 },
        pressed: { [weak self] in self?.markAllRead() })
      return care.items { PersonCare.Person(entry) } + [[markAll]]
    }
    threadView.addMenu(
      MenuButton(
        icon: "view-more-symbolic", name: localized("About this person"),
        sections: care.items { [weak thread] in thread.flatMap(PersonCare.Person.init) }))
    segments.chosen = { [unowned self] _ in showSegment() }
    list.selectedEntry = { [unowned self] in show($0) }
    list.opened = { [unowned self] in open($0) }
    list.found = { [unowned self] in open(conversation: $0.id) }
    dataList.selectedMessage = { [unowned self] in show($0) }
    dataList.opened = { [unowned self] in split.showDetail() }
    remarkView.opened = { [unowned self] in lead(to: $0) }
    list.changed = { [unowned self] in arrange() }
    dataList.changed = { [unowned self] in arrange() }
    model.arrived = { [unowned self] in announce($0) }
    model.changed = { [unowned self] in forgetWhatIsGone() }
    split.onChange { [unowned self] in
      tellModels()
      moved()
    }
  }

  /// Reads everything anew.
  func refresh() {
    model.refresh()
    data.refresh()
    thread.refresh()
    remarkView.refresh()
  }

  func goBack() { split.showList() }

  /// Says why the server refuses the stored login; nil for nothing.
  func show(refusal: String?) {
    notice.show(refusal)
    threadView.isRefused = refusal != nil
  }

  func has(_ place: WindowPlace) -> Bool { if case .conversation = place { true } else { false } }

  func show(_ place: WindowPlace) async throws(Failure) {
    guard case .conversation(let user) = place else { return }
    let found = try await context.link.thread(user, isConversation: true)
    segments.selected = 0
    showSegment()
    list.select(.conversation(found.id))
    show(conversation: found.id)
    split.showDetail()
  }

  func look(_ isLookedAt: Bool) {
    if isLookedAt, !self.isLookedAt { model.catchUp() }
    self.isLookedAt = isLookedAt
    tellModels()
  }

  /// Nothing tells this device that another one has blocked somebody, so it is asked while somebody looks.
  func passTime() { context.link.learnNames() }

  func takeKeyboard() {
    if !isAtData { list.focus() } else if !dataList.focus() { segments.focusFirst() }
  }

  func markAllRead() { model.markAllRead() }

  private var isAtData: Bool { segments.selected == 1 }

  /// What is seen counts as read, and an open conversation is connected: beside the list, or in its place.
  private func tellModels() {
    data.look(isLookedAt && isAtData)
    thread.look(isLookedAt && !isAtData && (!split.isFolded || split.isAtDetail))
    if thread.isLookedAt, let channel = thread.channel { seen(channel) }
  }

  /// An empty list, which says so itself, has the whole width.
  private func arrange() { split.hasDetail = isAtData ? !dataList.isEmpty : !list.isEmpty }

  private func showSegment() {
    arrange()
    lists.show(isAtData ? dataList.widget : list.widget)
    details.show(
      isAtData ? (dataList.hasSelection ? sender.widget : nothing) : detailOfConversations ?? threadView.widget)
    tellModels()
  }

  private func show(_ message: MessageRow?) {
    sender.show(message?.senderName ?? "", sentBy: message?.sender?.text ?? "")
    if isAtData { details.show(message == nil ? nothing : sender.widget) }
  }

  private func show(_ entry: MessageEntry?) {
    switch entry {
    case .conversation(let row): show(conversation: row.user)
    case .remark(let row):
      thread.show(nil)
      remark.show(row)
      detailOfConversations = remarkView.widget
      details.show(remarkView.widget)
    case nil: break
    }
  }

  private func show(conversation user: UUID) {
    list.hasBegun = true
    remark.show(nil)
    thread.show(user)
    detailOfConversations = threadView.widget
    details.show(threadView.widget)
    if thread.isLookedAt { seen(user) }
  }

  private func open(_ entry: MessageEntry) {
    show(entry)
    if case .remark(let row) = entry, row.isElsewhere { return lead(to: row) }
    split.showDetail()
    if case .conversation = entry { threadView.focus() }
  }

  private func open(conversation user: UUID) {
    list.select(.conversation(user))
    show(conversation: user)
    split.showDetail()
    threadView.focus()
  }

  /// What is in the list no more, for instance since another user has logged in, is shown nowhere.
  private func forgetWhatIsGone() {
    if model.isMissing {
      list.hasBegun = false
      list.select(nil)
      data.clear()
      thread.show(nil)
      threadView.forget()
      seen(nil)
    }
    if let shown = remark.shown, model.row(of: .remark(shown)) == nil { remark.show(nil) }
  }

  private func announce(_ row: ConversationRow) {
    guard !(thread.isLookedAt && thread.channel == row.user) else { return }
    let entry = MessageEntry.conversation(row)
    let name = MessageSummary(entry, now: context.now(), zone: context.zone).name
    let arrival = Arrival(id: row.user, title: name, text: MessageSummary.line(row.newest.text), page: id) {
      [weak self] in
      self?.segments.selected = 0
      self?.showSegment()
      self?.open(conversation: row.user)
    }
    arrived(arrival)
  }

  /// Shows what a comment or a like is about, where that is.
  private func lead(to row: CorrespondenceRow) {
    if let item = row.item { return itemWanted(item) }
    open(conversation: row.user)
  }
}
#endif
