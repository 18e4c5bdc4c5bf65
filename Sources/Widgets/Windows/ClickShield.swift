#if Desktop
internal import CAdwaita

/// Keeps clicks and touches from a widget and from all that is in it, which goes on looking as it does.
///
/// To make it no target of the pointer would not do: GTK remembers what the pointer is over, and looks anew only when that moves.
public final class ClickShield {
  private let widget: Widget
  private let controller: OpaquePointer?

  /// Whether it does. What is being pressed at that moment is let go of.
  public var isUp = false {
    didSet {
      gtk_event_controller_set_propagation_phase(controller, isUp ? GTK_PHASE_CAPTURE : GTK_PHASE_NONE)
      guard isUp, widget.isEnabled else { return }
      // GTK ends the gestures of what can't be used; nothing is drawn in between.
      widget.isEnabled = false
      widget.isEnabled = true
    }
  }

  /// Makes one that lets everything through.
  public init(over widget: Widget) {
    self.widget = widget
    controller = gtk_event_controller_legacy_new()
    guard let controller else { return }
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_NONE)
    // The widget takes it over; this reference is for the signal alone.
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(controller)))
    handle.connectAsked("event") { _ in Self.isPress(gtk_event_controller_get_current_event(controller)) }
    gtk_widget_add_controller(widget.pointer, controller)
  }

  private static func isPress(_ event: OpaquePointer?) -> Bool {
    let kinds = [
      GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE, GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_PAD_BUTTON_PRESS,
    ]
    return event.map { kinds.contains(gdk_event_get_event_type($0)) } ?? false
  }
}
#endif
