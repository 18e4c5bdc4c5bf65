#if Desktop
internal import CAdwaita

/// Stands in the middle of the room it has, and takes no more of its width than is good to read.
public final class WidthBox: Widget {
  /// - Parameter width: the most that it takes, in pixels.
  public init(_ child: Widget, width: Int) {
    super.init(adw_clamp_new())
    keep(child)
    adw_clamp_set_maximum_size(opaque, gint(width))
    // From here on it would give its child ever less of what it has.
    adw_clamp_set_tightening_threshold(opaque, gint(width))
    adw_clamp_set_child(opaque, child.pointer)
  }
}
#endif
