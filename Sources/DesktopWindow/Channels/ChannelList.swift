#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// The list of channels, and above it a line to join one by its id or the beginning of its title.
final class ChannelList: ListDisplay {
  private let model: ChannelListModel
  private let told: @MainActor (Result<Notice, Failure>) -> Void
  private let name = TextEntry(name: localized("Join"), placeholder: localized("Join: a title or an id"))
  private let stale = Label()
  private let empty: EmptyPage
  private let list: ListView
  private let scrolledList: ScrolledView
  private let pages: PageStack
  private let pictures: ChannelPictures
  private var selected: UUID?

  let widget: Box

  /// Called when a person selects a channel; nil for none.
  var selectedChannel: (ChannelRow?) -> Void = { _ in }
  /// Called when a person wants to see the one that is selected.
  var opened: () -> Void = {}
  /// Called when ``isEmpty`` may have changed.
  var changed: () -> Void = {}
  /// Whether it says that there is nothing.
  private(set) var isEmpty = false

  init(_ model: ChannelListModel, _ context: PageContext) {
    (self.model, told) = (model, context.told)
    empty = EmptyPage(icon: "system-users-symbolic", context)
    let pictures = ChannelPictures(context.link)
    self.pictures = pictures
    list = ListView(name: localized("Channels")) { ChannelRowView(model, pictures) }
    scrolledList = ScrolledView(list)
    pages = PageStack([empty.widget, scrolledList])
    widget = Box(.vertical, spacing: 6, [name, stale, pages])
    stale.style("caption")
    stale.wrap()
    pages.expand(horizontally: true, vertically: true)
    name.entered = { [unowned self] in join() }
    list.selected = { [unowned self] in select() }
    // GTK selects what was clicked only then.
    list.activated = { [weak self] _ in Task { self?.opened() } }
    list.clicked = { [weak self] _ in Task { self?.opened() } }
    pictures.arrived = { [weak self] in self?.showPicture(of: $0) }
    model.display = self
    showState()
  }

  /// Selects a channel, if it is in the list, or will be; nil for none.
  func select(_ id: UUID?) {
    selected = id
    list.select(id.flatMap { model.row(of: $0) }.map { [$0] } ?? [])
  }

  private func showPicture(of channel: UUID) { if let row = model.row(of: channel) { list.reload(row..<row + 1) } }

  func edit(_ edits: [RowEdit]) {
    for edit in edits { list.replace(at: edit.row, removing: edit.removed, inserting: edit.inserted) }
    showState()
  }

  func reload(_ rows: Range<Int>) {
    pictures.refresh(model.rows)
    list.reload(rows)
    list.select(selected.flatMap { model.row(of: $0) }.map { [$0] } ?? [])
  }

  func report(_ failure: Failure) { told(.failure(failure)) }

  private func showState() {
    stale.text =
      model.staleSince.map { date in
        date == .distantPast
          ? localized("The server can’t be reached.")
          : localized("The server can’t be reached. The channels are those of \(MessageTime.whole(date)).")
      } ?? ""
    // Without any channels, the page below says it.
    stale.isVisible = model.staleSince != nil && !model.rows.isEmpty
    isEmpty = model.rows.isEmpty && (model.failure != nil || model.staleSince != nil || model.hasBeenRead)
    defer { changed() }
    if !model.rows.isEmpty { return pages.show(scrolledList) }
    if let failure = model.failure {
      empty.show(failure)
    } else if model.staleSince != nil {
      empty.show(
        title: localized("The server can't be reached"),
        description: localized("Its channels stand here once it can be reached."))
    } else if model.hasBeenRead {
      empty.show(title: localized("There are no channels"), description: localized("The server has none."))
    } else {
      empty.show(title: localized("Channels"), description: localized("They are being read."))
    }
    pages.show(empty.widget)
  }

  private func select() {
    let row = list.selectedPlaces.first.flatMap { model.channel(at: $0) }
    selected = row?.id
    selectedChannel(row)
  }

  private func join() {
    let words = name.text
    guard name.isEnabled else { return }
    name.isEnabled = false
    Task { [weak self, model] in
      let isDone = await model.join(words)
      self?.name.isEnabled = true
      if isDone { self?.name.text = "" }
    }
  }
}
#endif
