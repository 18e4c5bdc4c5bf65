#if Desktop
internal import CAdwaita

extension Widget {
  /// Calls for each click with the first button.
  public func onClick(_ body: @escaping () -> Void) {
    guard let gesture = gtk_gesture_click_new() else { return }
    // The widget takes it over; this reference is for the signal alone.
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(gesture)))
    handle.connect("released") { _ in body() }
    gtk_widget_add_controller(pointer, gesture)
  }

  /// Has the pointer say that there is something to click on.
  public func showHand() { gtk_widget_set_cursor_from_name(pointer, "pointer") }
}
#endif
