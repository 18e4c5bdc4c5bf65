#if Desktop
internal import CAdwaita

/// Keeps clicks and touches from a widget and from all that is in it, which goes on looking as it does, and keys from its window.
///
/// To make it no target of the pointer would not do: GTK remembers what the pointer is over, and looks anew only when that moves.
@MainActor
public final class ClickShield {
  /// Both live longer than this, and the window may hold whoever holds it.
  private weak var widget: Widget?
  private weak var window: Widget?
  private let passing: [KeyTrigger]
  private var controllers: [(widget: Widget, controller: OpaquePointer)] = []

  /// Which keys are kept.
  public enum Keys {
    case none
    /// Those that are pressed without Control: what a person does next in a place where their own click has led.
    case withoutControl
    case all
  }

  /// Begins to. What is being pressed at that moment is let go of.
  public func raise(_ keys: Keys) {
    lower()
    guard let widget, let window else { return }
    add(to: widget, takes: Self.isPress)
    if keys != .none { add(to: window, takes: takes(keys)) }
    // Whoever types in a window that is shielded as a whole goes on where they were.
    guard widget !== window, widget.isEnabled else { return }
    // GTK ends the gestures of what can't be used; nothing is drawn in between.
    // What had the keyboard is to be gone to anew, so that this is not ``Widget/isEnabled``.
    gtk_widget_set_sensitive(widget.pointer, 0)
    gtk_widget_set_sensitive(widget.pointer, 1)
  }

  /// Lets everything through again.
  public func lower() {
    for (widget, controller) in controllers { gtk_widget_remove_controller(widget.pointer, controller) }
    controllers = []
  }

  /// Makes one that lets everything through.
  ///
  /// - Parameter keys: those that go through at any time, as GTK writes them: `<Control>l`.
  public init(over widget: Widget, in window: Widget, passing keys: [String]) {
    (self.widget, self.window) = (widget, window)
    passing = keys.compactMap(KeyTrigger.init)
  }

  isolated deinit { lower() }

  /// GTK goes with the arrows to what can be pressed, wherever the keyboard is.
  private func takes(_ keys: Keys) -> (OpaquePointer) -> Bool {
    { [passing] event in
      guard gdk_event_get_event_type(event) == GDK_KEY_PRESS, !passing.contains(where: { $0.matches(event) }) else {
        return false
      }
      return keys == .all || gdk_event_get_modifier_state(event).rawValue & GDK_CONTROL_MASK.rawValue == 0
    }
  }

  /// GTK asks the controllers of a widget in turn, the newest first: shortcuts of the window, which come first, too, are older than this.
  private func add(to widget: Widget, takes: @escaping (OpaquePointer) -> Bool) {
    guard let controller = gtk_event_controller_legacy_new() else { return }
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    // The widget takes it over; this reference is for the signal alone.
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(controller)))
    handle.connectAsked("event") { _ in gtk_event_controller_get_current_event(controller).map(takes) ?? false }
    gtk_widget_add_controller(widget.pointer, controller)
    controllers.append((widget, controller))
  }

  private static func isPress(_ event: OpaquePointer) -> Bool {
    let kinds = [
      GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE, GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_PAD_BUTTON_PRESS,
    ]
    return kinds.contains(gdk_event_get_event_type(event))
  }
}

/// A key with its modifiers.
private struct KeyTrigger {
  private let trigger: NativeObject

  /// - Parameter keys: as GTK writes them; nil where they mean nothing.
  init?(_ keys: String) {
    guard let trigger = gtk_shortcut_trigger_parse_string(keys) else { return nil }
    self.trigger = NativeObject(owning: UnsafeMutableRawPointer(trigger))
  }

  func matches(_ event: OpaquePointer) -> Bool {
    gtk_shortcut_trigger_trigger(trigger.opaque, event, 0) == GDK_KEY_MATCH_EXACT
  }
}
#endif
