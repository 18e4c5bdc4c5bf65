#if Desktop
internal import CAdwaita

extension SubWindow {
  /// How long nobody types between one thing and another.
  private static let pause = Duration.milliseconds(700)

  /// Takes keys, but for Esc, only once nobody has typed for a moment: whoever has not seen that it has come types on for what was there before, and Enter at
  /// the end of that would answer it.
  public func waitForPause() {
    var (last, isOver) = (ContinuousClock.now, false)
    onEventFirst { event in
      guard !isOver, gdk_event_get_event_type(event) == GDK_KEY_PRESS else { return false }
      if gdk_key_event_get_keyval(event) == guint(GDK_KEY_Escape) { return false }
      let now = ContinuousClock.now
      isOver = last.duration(to: now) > Self.pause
      last = now
      return !isOver
    }
  }
}

extension Widget {
  /// Asks a closure whether it takes an event, before what is in this widget gets it, and before what was added earlier.
  func onEventFirst(_ takes: @escaping (_ event: OpaquePointer) -> Bool) {
    guard let controller = gtk_event_controller_legacy_new() else { return }
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    // The widget takes it over; this reference is for the signal alone.
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(controller)))
    handle.connectAsked("event") { _ in gtk_event_controller_get_current_event(controller).map(takes) ?? false }
    gtk_widget_add_controller(pointer, controller)
  }
}
#endif
