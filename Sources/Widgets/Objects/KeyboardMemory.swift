#if Desktop
internal import CAdwaita

/// What had the keyboard when it was switched off: GTK then gives the keyboard to nobody, and does not give it back.
///
/// It is held weakly: an entry for a password ends with what was typed into it.
final class KeyboardMemory {
  private let place = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

  /// Remembers what has the keyboard in a widget; nil where nothing has.
  init?(in widget: UnsafeMutablePointer<GtkWidget>) {
    // It is cleared in the end, whatever was found.
    g_weak_ref_init(place, nil)
    guard Self.has(widget) else { return nil }
    g_weak_ref_set(place, Self.focused(beside: widget))
  }

  isolated deinit {
    g_weak_ref_clear(place)
    place.deallocate()
  }

  /// Gives the keyboard back, unless something else has it by now.
  func restore(in widget: UnsafeMutablePointer<GtkWidget>) {
    guard gtk_widget_get_root(widget) != nil, Self.focused(beside: widget) == nil, let found = g_weak_ref_get(place)
    else { return }
    defer { g_object_unref(found) }
    gtk_widget_grab_focus(found.assumingMemoryBound(to: GtkWidget.self))
  }

  /// Whether a widget, or something in it, has the keyboard in its window, whether or not that is the one in front.
  static func has(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    guard let focused = focused(beside: widget) else { return false }
    return focused == widget || gtk_widget_is_ancestor(focused, widget) != 0
  }

  /// What has the keyboard in the window that a widget is in, whether or not that window is the one in front.
  private static func focused(beside widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
  }
}
#endif
