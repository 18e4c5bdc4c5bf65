#if Desktop
internal import CAdwaita

/// Takes one height, however much or little is in it.
public final class HeightBox: Widget {
  /// - Parameter height: in pixels.
  public init(_ child: Widget, height: Int) {
    super.init(adw_clamp_new())
    keep(child)
    gtk_orientable_set_orientation(opaque, GTK_ORIENTATION_VERTICAL)
    adw_clamp_set_maximum_size(opaque, gint(height))
    // From here on it would give its child ever less of what it has.
    adw_clamp_set_tightening_threshold(opaque, gint(height))
    adw_clamp_set_child(opaque, child.pointer)
    minimumSize(height: height)
    // Something in it that takes what others leave makes it do so, too, unless that is said.
    gtk_widget_set_vexpand(pointer, 0)
  }
}
#endif
