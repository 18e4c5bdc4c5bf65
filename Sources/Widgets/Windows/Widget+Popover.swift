#if Desktop
internal import CAdwaita

extension Widget {
  /// Whether a list or a calendar of this window's has dropped down, and has the keyboard: the desktop then says that the window has it no more.
  public var isInPopover: Bool {
    guard let focus = gtk_window_get_focus(typed()), let native = gtk_widget_get_native(focus) else { return false }
    let around = UnsafeMutableRawPointer(native)
    return around != raw && gtk_widget_get_mapped(around.assumingMemoryBound(to: GtkWidget.self)) != 0
  }
}
#endif
