#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import VaultClient
internal import Widgets

/// Who asked for protected texts, and whether the log of that is as it was written.
final class AccessLogWindow: ListDisplay {
  private let model: AccessLogModel
  private let chain = Label()
  private let empty = StatusPage(icon: "dialog-password-symbolic")
  private lazy var verify = Button(localized("Verify")) { [unowned self] in model.verify() }
  private lazy var list = ListView(name: localized("Access log")) { [model] in AccessLogRowView(model) }
  private lazy var scrolled = ScrolledView(list)
  private lazy var pages = PageStack([empty, scrolled])
  /// However much there is to tell, the list has its place.
  private lazy var scrolledHead = ScrolledView(head)
  private lazy var page = Box(.vertical, [scrolledHead, pages])
  /// A box would measure the text lower than it becomes.
  private let head = Grid(spacing: 12, rowSpacing: 0)

  /// In pixels: how wide the window is at first, and the most that stands above the list at once.
  private static let (width, headHeight) = (560, 200)
  /// So many characters fit into a line there at least.
  private static let lineCount = 12

  /// Shows it above the window.
  static func open(over window: Window, _ service: any AccessLogService) {
    let log = AccessLogWindow(AccessLogModel(service))
    let opened = SubWindow(over: window, title: localized("Access Log"), width: width, log.page)
    // It lives as long as its window.
    opened.closed = { withExtendedLifetime(log) {} }
    opened.addToBar(
      Button(icon: "view-refresh-symbolic", name: localized("Read again")) { [weak log] in log?.model.refresh() })
    opened.present()
    log.model.refresh()
  }

  private init(_ model: AccessLogModel) {
    self.model = model
    model.display = self
    model.chainChanged = { [weak self] in self?.showChain() }
    pages.expand(horizontally: true, vertically: true)
    chain.wrap(atLeast: Self.lineCount)
    chain.expand(horizontally: true)
    verify.align(vertically: .center)
    head.margin(12)
    for (column, widget) in [chain, verify].enumerated() { head.put(widget, column: column, row: 0) }
    empty.show(title: localized("Access log"), description: localized("It is being read."))
    showChain()
  }

  // MARK: ListDisplay

  func edit(_ edits: [RowEdit]) {
    for edit in edits { list.replace(at: edit.row, removing: edit.removed, inserting: edit.inserted) }
    guard model.entries.isEmpty else { return pages.show(scrolled) }
    empty.show(
      title: localized("The log is empty."), description: localized("Whoever asks for protected text stands here."))
    pages.show(empty)
  }

  func reload(_ rows: Range<Int>) { list.reload(rows) }

  func report(_ failure: Failure) {
    // What has been read stays to be seen.
    guard !model.entries.isEmpty else {
      return empty.show(title: failure.message, description: failure.advice.joined(separator: "\n"))
    }
    chain.text = failure.line
    chain.style("error")
    scrolledHead.fit(head, upTo: Self.headHeight, width: Self.width)
  }

  private func showChain() {
    verify.isEnabled = model.chain != .looking
    chain.style("error", false)
    switch model.chain {
    case .unknown:
      chain.text = localized(
        "Verify tells whether an entry was changed or removed. The vault has to be unlocked for that.")
    case .looking: chain.text = localized("Waiting for you …")
    case .known(let lines, let verdict):
      chain.text = lines.joined(separator: "\n")
      chain.style("error", verdict == .changed)
    case .failed(let failure): chain.text = failure.line
    }
    scrolledHead.fit(head, upTo: Self.headHeight, width: Self.width)
  }
}
#endif
