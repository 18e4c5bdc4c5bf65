#if Desktop
internal import CAdwaita

/// A list and what belongs to its selection: side by side where there is room, else one after the other.
public final class SplitView: Widget {
  private let list: Pane
  private let detail: Pane
  /// Whether the detail is what a person chose last; it stays in view where there is no room for both any more.
  private var isDetailChosen = false

  private let line = Widget(gtk_separator_new(GTK_ORIENTATION_VERTICAL))

  /// Makes one that shows the list.
  public init(list: Widget, detail: Widget) {
    (self.list, self.detail) = (Pane("list", list), Pane("detail", detail))
    super.init(adw_leaflet_new())
    keep(self.list)
    keep(self.detail)
    adw_leaflet_append(opaque, self.list.pointer)
    if let page = adw_leaflet_append(opaque, line.pointer) {
      adw_leaflet_page_set_navigatable(page, 0)
    }
    adw_leaflet_append(opaque, self.detail.pointer)
    adw_leaflet_set_can_navigate_back(opaque, 1)
    // Not in the midst of its layout.
    connect("notify::folded") { [weak self] _ in Task { self?.keepInView() } }
  }

  /// Whether there is a detail; without one the list has all the room.
  public var hasDetail = true {
    didSet {
      guard hasDetail != oldValue else { return }
      if !hasDetail { showList() }
      for widget in [line, detail] { widget.isVisible = hasDetail }
    }
  }

  /// Whether only one of the two is seen.
  public var isFolded: Bool { adw_leaflet_get_folded(opaque) != 0 }

  /// Whether the detail alone is seen, and something has to lead back.
  public var isAtDetail: Bool { isFolded && adw_leaflet_get_visible_child(opaque) == detail.pointer }

  /// Calls a closure whenever that may have changed.
  public func onChange(_ body: @escaping () -> Void) {
    for signal in ["notify::folded", "notify::visible-child"] { connect(signal) { _ in body() } }
  }

  /// Leads to the detail, where it is not seen. Side by side nothing happens: the keyboard would go there, too.
  public func showDetail() {
    isDetailChosen = true
    if isFolded { adw_leaflet_set_visible_child(opaque, detail.pointer) }
  }

  /// Leads back to the list, where it is not seen.
  public func showList() {
    isDetailChosen = false
    if isFolded { adw_leaflet_set_visible_child(opaque, list.pointer) }
  }

  /// What is to stay in view where there is no room for both any more: the detail, or the list. Nothing moves now.
  public func choose(detail isDetail: Bool) { if !isFolded { isDetailChosen = isDetail } }

  private func keepInView() { if isDetailChosen { showDetail() } }
}
#endif
