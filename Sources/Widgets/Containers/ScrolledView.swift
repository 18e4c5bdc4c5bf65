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

  /// Is as high as what is in it takes in its present width, up to so many pixels. GTK would ask for the height in the least width.
  ///
  /// - Parameter width: what it will have, in pixels, where it has none yet.
  public func fit(_ content: Widget, upTo height: Int, width: Int) {
    let present = Int(gtk_widget_get_width(pointer))
    minimumSize(height: min(height, content.height(atWidth: present > 0 ? present : width)))
  }
}
#endif
