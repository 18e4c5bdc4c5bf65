#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import VaultModel
internal import Widgets

/// What is asked of the list of tasks: the words of a filter, and an order.
final class TaskFilterBar {
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let filter = TextEntry(
    .search, name: localized("Filter"), placeholder: localized("Filter: +home due:week"))
  private lazy var sort = DropDown(
    name: localized("Sort"), choices: TaskListModel.orders.map(\.title), at: place(of: order)
  ) {
    [unowned self] in
    order = TaskListModel.orders[$0].order
    ordered(order)
    read()
  }
  private lazy var content = Box(.horizontal, spacing: 6, [filter, sort])
  private var order: TaskQuery.Order

  /// Whether what is done is shown besides, unless the words say which are meant.
  var showsDone: Bool { didSet { if showsDone != oldValue { read() } } }
  /// Why the words are no filter; nil where they are one.
  private(set) var failure: Failure?
  /// Called with what is asked for now; nil where the words are no filter.
  var asked: (TaskQuery?) -> Void = { _ in }
  /// Called when a person chooses an order.
  var ordered: (TaskQuery.Order) -> Void = { _ in }
  /// Called at Down in the filter; says whether the keyboard is elsewhere then.
  var wentDown: () -> Bool = { false }
  /// Called at Esc in an empty filter.
  var left: () -> Void = {}

  var widget: Widget { content }
  /// Whether the keyboard is in the filter.
  var hasFocus: Bool { filter.hasFocus }

  /// - Parameters:
  ///   - order: that is chosen at first.
  ///   - showsDone: whether what is done is shown besides at first.
  init(zone: LocalZone, now: @escaping @Sendable () -> Date, order: TaskQuery.Order, showsDone: Bool) {
    (self.zone, self.now, self.order, self.showsDone) = (zone, now, order, showsDone)
    filter.expand(horizontally: true)
    filter.changed = { [unowned self] _ in read() }
    filter.left = { [unowned self] in leave() }
    filter.onKeysFirst("Down") { [unowned self] in wentDown() }
    filter.onKeysFirst("KP_Down") { [unowned self] in wentDown() }
  }

  /// Takes the keyboard to the filter.
  func focus() { filter.focus() }

  /// Looks for everything again.
  func clear() { filter.text = "" }

  /// Adds something to press behind the order.
  func append(_ widget: Widget) { content.append(widget) }

  private func place(of order: TaskQuery.Order) -> Int { TaskListModel.orders.firstIndex { $0.order == order } ?? 0 }

  private func read() {
    do throws(Failure) {
      let words = filter.text.split(whereSeparator: \.isWhitespace).map(String.init)
      let wanted = try FilterWords(words, now: now(), zone: zone)
      let query = TaskListModel.query(wanted.filter, order: order, withDone: showsDone && !wanted.hasState)
      failure = nil
      asked(query)
    } catch {
      failure = error
      asked(nil)
    }
    filter.style("error", failure != nil)
  }

  /// The first Esc empties the filter, the next one leads to the list.
  private func leave() {
    guard filter.text.isEmpty else {
      filter.text = ""
      return
    }
    left()
  }
}
#endif
