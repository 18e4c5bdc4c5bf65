#if Desktop
internal import CAdwaita

/// The bar at the top of a window.
public final class HeaderBar: Widget {
  /// Makes one with the buttons that the desktop gives a window.
  public init() { super.init(adw_header_bar_new()) }

  /// Adds a widget where lines begin.
  public func prepend(_ child: Widget) {
    keep(child)
    adw_header_bar_pack_start(opaque, child.pointer)
  }

  /// Adds a widget where lines end.
  public func append(_ child: Widget) {
    keep(child)
    adw_header_bar_pack_end(opaque, child.pointer)
  }

  /// What stands in the middle.
  public func title(_ widget: Widget) {
    keep(widget)
    adw_header_bar_set_title_widget(opaque, widget.pointer)
  }
}
#endif
