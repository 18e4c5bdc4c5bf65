#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// The tab with the channels, and beside them the one that is open.
final class ChannelsPage: TabPage {
  let (id, title, icon) = ("channels", localized("Channels"), "system-users-symbolic")
  private let model: ChannelListModel
  private let thread: ThreadModel
  private let list: ChannelList
  private let threadView: ThreadView
  private let told: @MainActor (Result<Notice, Failure>) -> Void
  private let threads: any ThreadService
  private let agree: @MainActor (String, String, String) async -> Bool
  private let closed = StatusPage(icon: "system-users-symbolic")
  private lazy var join = Button(localized("Join")) { [unowned self] in switchOpen() }
  private lazy var leave = Button(localized("Leave")) { [unowned self] in switchOpen() }
  private lazy var listPane = Box(.vertical, [list.widget])
  private lazy var details = PageStack([threadView.widget, closed])
  private lazy var split = SplitView(list: listPane, detail: details)
  private let notice: LoginNotice
  private lazy var page = Box(.vertical, [split, notice.widget])
  private var isLookedAt = false
  private var open: ChannelRow? {
    didSet { arrange() }
  }

  /// Called when the detail has taken the place of the list, or the other way round.
  var moved: () -> Void = {}
  /// Called with what somebody has written, unless the person looks at it.
  var arrived: (Arrival) -> Void = { _ in }
  /// Called with the channel that the person looks at.
  var seen: (UUID?) -> Void = { _ in }

  var widget: Widget { page }

  /// The line at the bottom in which one writes.
  var writingLine: Widget { threadView.writingLine }

  var isAtDetail: Bool { split.isAtDetail }

  init(_ context: PageContext, unreadChanged: @escaping @MainActor (Int) -> Void) {
    (model, thread, told) = (ChannelListModel(context.link), ThreadModel(context.link), context.told)
    (agree, threads) = (context.agree, context.link)
    notice = LoginNotice(context)
    model.unreadChanged = unreadChanged
    list = ChannelList(model, context)
    threadView = ThreadView(thread, context, icon: icon, invitation: localized("Choose a channel in the list."))
    listPane.margin(6)
    listPane.minimumSize(width: 308)
    closed.minimumSize(width: 320)
    closed.expand(horizontally: true, vertically: true)
    join.align(horizontally: .center)
    join.style("pill")
    join.style("suggested-action")
    closed.content(join)
    threadView.addToHead(leave)
    details.show(threadView.widget)
    split.expand(horizontally: true, vertically: true)
    connectParts()
  }

  private func connectParts() {
    list.selectedChannel = { [unowned self] in show($0) }
    list.opened = { [unowned self] in
      split.showDetail()
      if open?.isJoined == true { threadView.focus() }
    }
    list.changed = { [unowned self] in arrange() }
    model.switched = { [unowned self] in follow($0) }
    model.arrived = { [unowned self] in announce($0) }
    model.forgotten = { [unowned self] in
      open = nil
      list.select(nil)
      thread.show(nil)
      threadView.forget()
      closed.show(title: "", description: "")
      details.show(threadView.widget)
    }
    split.onChange { [unowned self] in
      tellModels()
      moved()
    }
  }

  /// An empty list, which says so itself, has the whole width, unless a channel is open beside it.
  private func arrange() { split.hasDetail = !list.isEmpty || open != nil }

  /// Reads everything anew.
  func refresh() {
    model.refresh()
    thread.refresh()
  }

  func passTime() { model.passTime() }

  func goBack() { split.showList() }

  /// Says why the server refuses the stored login; nil for nothing.
  func show(refusal: String?) {
    notice.show(refusal)
    threadView.isRefused = refusal != nil
  }

  func has(_ place: WindowPlace) -> Bool { if case .channel = place { true } else { false } }

  func show(_ place: WindowPlace) async throws(Failure) {
    guard case .channel(let id) = place else { return }
    let found = try await threads.thread(id, isConversation: false)
    list.select(found.id)
    show(found)
    split.showDetail()
  }

  func look(_ isLookedAt: Bool) {
    self.isLookedAt = isLookedAt
    tellModels()
  }

  /// The open channel is connected while it is seen: beside the list, or in its place.
  private func tellModels() {
    model.look(isLookedAt)
    thread.look(isLookedAt && (!split.isFolded || split.isAtDetail))
    if thread.isLookedAt, let channel = thread.channel { seen(channel) }
  }

  private func show(_ row: ChannelRow?) {
    guard let row else { return }
    open = row
    thread.show(row.isJoined ? row.id : nil)
    closed.show(title: row.title, description: row.description)
    details.show(row.isJoined ? threadView.widget : closed)
    if thread.isLookedAt { seen(row.id) }
  }

  /// The user has joined or left a channel.
  private func follow(_ row: ChannelRow) {
    // The page itself shows that one is in it now; a toast would lie over the line in which one writes.
    if !row.isJoined { told(.success(Notice(localized("Left \(row.title)."), isFinal: true))) }
    // Whoever writes elsewhere by now stays there.
    guard open?.id == row.id || !threadView.isWriting else { return }
    list.select(row.id)
    show(row)
    guard row.isJoined else { return }
    split.showDetail()
    threadView.focus()
  }

  private func announce(_ channel: UnreadChannel) {
    guard !(thread.isLookedAt && thread.channel == channel.id) else { return }
    let arrival = Arrival(
      id: channel.id, title: channel.title,
      text: localized(
        one: "\(channel.unreadCount) unread", other: "\(channel.unreadCount) unread", count: channel.unreadCount),
      page: id
    ) {
      [weak self] in
      self?.show(ChannelRow(id: channel.id, title: channel.title, description: "", isJoined: true))
      self?.list.select(channel.id)
      self?.split.showDetail()
    }
    arrived(arrival)
  }

  private func switchOpen() {
    guard let open else { return }
    Task { [model, agree] in
      guard open.isJoined else {
        _ = await model.join(open.id.uuidString)
        return
      }
      let isAgreed = await agree(
        localized("Leave \(open.title.prefix(60))?"),
        localized("What is written there does not come here any more. You may join again."),
        localized("Leave"))
      if isAgreed { await model.leave(open.id) }
    }
  }
}
#endif
