#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// The list of conversations, comments and likes, and above it a line that leads to anybody.
final class ConversationList: ListDisplay {
  private let model: MessageListModel
  private let told: @MainActor (Result<Notice, Failure>) -> Void
  private let person: RecipientEntry
  private let empty: EmptyPage
  private let list: ListView
  private let scrolledList: ScrolledView
  private let pages: PageStack
  private var selected: MessageEntry.ID?

  let widget: Box

  /// Called when ``isEmpty`` may have changed.
  var changed: () -> Void = {}
  /// Whether it says that there is nothing.
  private(set) var isEmpty = false
  /// Called when a person selects an entry; nil for none.
  var selectedEntry: (MessageEntry?) -> Void = { _ in }
  /// Called when a person wants to see an entry: at Enter and at a click.
  var opened: (MessageEntry) -> Void = { _ in }
  /// What can be done about the person whose entry is selected.
  var menu: () -> [[MenuEntry]] = { [] }
  /// Called with a conversation that a person has looked for.
  var found: (ChannelRow) -> Void = { _ in }

  init(_ model: MessageListModel, _ context: PageContext) {
    (self.model, told) = (model, context.told)
    empty = EmptyPage(icon: "user-available-symbolic", context)
    list = ListView(name: localized("Conversations")) { MessageRowView(model, zone: context.zone, now: context.now) }
    scrolledList = ScrolledView(list)
    pages = PageStack([empty.widget, scrolledList])
    person = RecipientEntry(context.link)
    widget = Box(.vertical, spacing: 6, [person.widget, pages])
    pages.expand(horizontally: true, vertically: true)
    person.chosen = { [unowned self] in find($0) }
    list.selected = { [unowned self] in select() }
    list.menu = { [unowned self] in menu().map { $0.compactMap(\.item) }.filter { !$0.isEmpty } }
    list.activated = { [unowned self] in open($0) }
    // GTK selects what was clicked only then.
    list.clicked = { [weak self] place in Task { self?.open(place) } }
    model.display = self
    showEmpty()
  }

  /// The entry that is selected, as it is now; nil for none.
  var selectedRow: MessageEntry? { selected.flatMap { model.row(of: $0) }.flatMap { model.entry(at: $0) } }

  /// Selects a conversation, if it is in the list, or will be; nil for none.
  func select(_ id: MessageEntry.ID?) {
    selected = id
    list.select(id.flatMap { model.row(of: $0) }.map { [$0] } ?? [])
  }

  /// Takes the keyboard to the row that is selected, or else to the first; where there is none, to where one names somebody.
  func focus() { if !list.enter() { person.focus() } }

  /// Whether a conversation is open: one in which nothing is written yet is not in the list.
  var hasBegun = false {
    didSet { if hasBegun != oldValue { showEmpty() } }
  }

  func edit(_ edits: [RowEdit]) {
    for edit in edits { list.replace(at: edit.row, removing: edit.removed, inserting: edit.inserted) }
    showEmpty()
  }

  func reload(_ rows: Range<Int>) {
    list.reload(rows)
    list.select(selected.flatMap { model.row(of: $0) }.map { [$0] } ?? [])
  }

  func report(_ failure: Failure) { told(.failure(failure)) }

  private func showEmpty() {
    isEmpty = model.entries.isEmpty && !hasBegun && model.emptiness != .unknown
    defer { changed() }
    if !model.entries.isEmpty { return pages.show(scrolledList) }
    switch model.emptiness {
    case .unknown: empty.show(title: localized("Messages"), description: localized("They are being read."))
    case .empty where hasBegun:
      empty.show(
        title: localized("Nothing is written yet"),
        description: localized("The conversation stands here once something is written in it."))
    case .empty:
      empty.show(
        title: localized("There are no conversations yet"),
        description: localized("What people write to you appears here."))
    case .missing(let failure): empty.show(failure)
    }
    pages.show(empty.widget)
  }

  private func select() {
    let entry = list.selectedPlaces.first.flatMap { model.entry(at: $0) }
    selected = entry?.id
    selectedEntry(entry)
  }

  private func open(_ place: Int) { if let entry = model.entry(at: place) { opened(entry) } }

  private func find(_ words: String) {
    guard words.contains(where: { !$0.isWhitespace }), person.isEnabled else { return }
    person.isEnabled = false
    Task { [weak self, model, told] in
      do throws(Failure) {
        let channel = try await model.conversation(with: words)
        self?.person.clear()
        self?.found(channel)
        self?.person.isEnabled = true
      } catch {
        told(.failure(error))
        self?.person.isEnabled = true
        self?.person.focus()
      }
    }
  }
}
#endif
