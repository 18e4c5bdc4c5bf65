#if Desktop
internal import CAdwaita

/// A widget that is higher than the room it has.
public final class ScrolledView: Widget {
  /// Makes one.
  public init(_ child: Widget) {
    super.init(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    keep(child)
    gtk_scrolled_window_set_child(opaque, child.pointer)
    (child as? ListView)?.enter(from: self)
    (child as? ListView)?.follow(self)
  }
}
#endif
