#if Desktop
internal import CAdwaita

/// A list and what belongs to its selection: side by side where there is room, else one after the other.
public final class SplitView: Widget {
  private let list: Widget
  private let detail: Widget

  /// Makes one that shows the list.
  public init(list: Widget, detail: Widget) {
    (self.list, self.detail) = (list, detail)
    super.init(adw_leaflet_new())
    adw_leaflet_append(opaque, list.pointer)
    if let page = adw_leaflet_append(opaque, gtk_separator_new(GTK_ORIENTATION_VERTICAL)) {
      adw_leaflet_page_set_navigatable(page, 0)
    }
    adw_leaflet_append(opaque, detail.pointer)
    adw_leaflet_set_can_navigate_back(opaque, 1)
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
  public func showDetail() { if isFolded { adw_leaflet_set_visible_child(opaque, detail.pointer) } }

  /// Leads back to the list, where it is not seen.
  public func showList() { if isFolded { adw_leaflet_set_visible_child(opaque, list.pointer) } }
}
#endif
