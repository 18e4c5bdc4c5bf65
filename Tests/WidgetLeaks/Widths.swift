#if Desktop && DEBUG
internal import CAdwaita
@testable internal import DesktopWindow
@testable internal import Widgets

/// How narrow the window can be: as GTK measures it, since a window manager may make it narrower than its parts have room for.
enum Widths {
  /// Of the display, as a desktop says it with text of the usual size, and of 1.25 and 1.6 times that.
  private static let resolutions = [96, 120, 154]

  /// Says it of a window with text of each size; the usual one is left.
  static func tell(of window: Window) {
    for resolution in resolutions + resolutions.prefix(1) {
      setResolution(resolution)
      guard let content = gtk_widget_get_first_child(window.pointer) else { return }
      var least: gint = 0
      gtk_widget_measure(content, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
      print("width \(resolution): \(least)")
    }
  }

  private static func setResolution(_ resolution: Int) {
    guard let settings = gtk_settings_get_default() else { return }
    var value = GValue()
    g_value_init(&value, GType(6 << 2))  // a C macro that Swift does not see: G_TYPE_INT
    g_value_set_int(&value, gint(resolution * 1024))
    g_object_set_property(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-xft-dpi", &value)
    g_value_unset(&value)
  }
}
#endif
