#if Desktop
internal import CAdwaita

/// A widget that is larger than the room it has.
public final class ScrolledView: Widget {
  /// Makes one.
  ///
  /// - Parameter isHorizontal: whether it may also be wider.
  public init(_ child: Widget, isHorizontal: Bool = false) {
    super.init(gtk_scrolled_window_new())
    let horizontal = isHorizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER
    gtk_scrolled_window_set_policy(opaque, horizontal, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(opaque, child.pointer)
  }
}
#endif
