#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// The list of messages that came with pushes: their texts, and nothing else.
final class DataList: ListDisplay {
  private let model: DataListModel
  private let told: @MainActor (Result<Notice, Failure>) -> Void
  private let empty: EmptyPage
  private let list: ListView
  private let scrolledList: ScrolledView
  private let pages: PageStack
  private var selected: Int64?

  var widget: Widget { pages }

  /// Called when ``isEmpty`` may have changed.
  var changed: () -> Void = {}
  /// Whether it says that there is nothing.
  private(set) var isEmpty = false

  /// Whether a message is selected.
  var hasSelection: Bool { selected.flatMap { model.row(of: $0) } != nil }

  /// Called when a person selects a message; nil for none.
  var selectedMessage: (MessageRow?) -> Void = { _ in }
  /// Called when a person wants to see the one that is selected.
  var opened: () -> Void = {}

  init(_ model: DataListModel, _ context: PageContext) {
    (self.model, told) = (model, context.told)
    empty = EmptyPage(icon: "user-available-symbolic", context)
    list = ListView(name: localized("Single messages")) { DataRowView(model) }
    scrolledList = ScrolledView(list)
    pages = PageStack([empty.widget, scrolledList])
    pages.expand(horizontally: true, vertically: true)
    list.selected = { [unowned self] in select() }
    list.activated = { [unowned self] _ in opened() }
    list.clicked = { [unowned self] _ in opened() }
    model.display = self
    showEmpty()
  }

  /// Takes the keyboard to the row that is selected, or else to the first.
  ///
  /// - Returns: whether there is one.
  func focus() -> Bool { list.enter() }

  func edit(_ edits: [RowEdit]) {
    for edit in edits { list.replace(at: edit.row, removing: edit.removed, inserting: edit.inserted) }
    showEmpty()
  }

  func reload(_ rows: Range<Int>) {
    list.reload(rows)
    let row = selected.flatMap { model.row(of: $0) }
    list.select(row.map { [$0] } ?? [])
    // Another version of the message may have another sender.
    if selected != nil { selectedMessage(row.flatMap { model.message(at: $0) }) }
  }

  func report(_ failure: Failure) { told(.failure(failure)) }

  private func showEmpty() {
    isEmpty = model.rows.isEmpty && (model.failure != nil || model.hasBeenRead)
    defer { changed() }
    if !model.rows.isEmpty { return pages.show(scrolledList) }
    if let failure = model.failure {
      empty.show(failure)
    } else if model.hasBeenRead {
      empty.show(
        title: localized("There are no messages"),
        description: localized("What is pushed to you with a message appears here."))
    } else {
      empty.show(title: localized("Messages"), description: localized("They are being read."))
    }
    pages.show(empty.widget)
  }

  private func select() {
    let message = list.selectedPlaces.first.flatMap { model.message(at: $0) }
    selected = message?.identity
    selectedMessage(message)
  }
}

/// A row with the text of a message alone.
private final class DataRowView: ListRow {
  private let model: DataListModel
  private let text = Label()

  var widget: Widget { text }

  init(_ model: DataListModel) {
    self.model = model
    text.limit(lines: 2)
    text.margin(6)
    text.style("data-row")
  }

  func show(_ place: Int) {
    text.text = MessageSummary.line(model.message(at: place)?.text ?? "")
    text.name(text.text.isEmpty ? localized("Empty message") : text.text)
  }

  func clear() { text.text = "" }
}
#endif
