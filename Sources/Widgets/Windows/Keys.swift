#if Desktop
internal import CAdwaita

extension Widget {
  /// Calls a closure when keys are pressed together while this is seen, unless what has the keyboard takes them.
  ///
  /// - Parameter trigger: as GTK writes it, for instance `<Control>f`.
  public func onKeys(_ trigger: String, _ body: @escaping () -> Void) {
    let controller = gtk_shortcut_controller_new()
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_MANAGED)
    add(trigger, to: controller) {
      body()
      return true
    }
  }

  /// Calls a closure when keys are pressed, before what has the keyboard gets them: which it does where the closure does not want them.
  ///
  /// - Parameter body: says whether it has taken them.
  public func onKeysFirst(_ trigger: String, _ body: @escaping () -> Bool) {
    let controller = gtk_shortcut_controller_new()
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    add(trigger, to: controller, body)
  }

  private func add(_ trigger: String, to controller: OpaquePointer?, _ body: @escaping () -> Bool) {
    let handler = Unmanaged.passRetained(KeyHandler(body)).toOpaque()
    let action = gtk_callback_action_new(
      { _, _, handler in
        guard let handler else { return 0 }
        return Unmanaged<KeyHandler>.fromOpaque(handler).takeUnretainedValue().body() ? 1 : 0
      }, handler,
      { handler in
        if let handler { Unmanaged<KeyHandler>.fromOpaque(handler).release() }
      })
    let shortcut = gtk_shortcut_new(gtk_shortcut_trigger_parse_string(trigger), action)
    gtk_shortcut_controller_add_shortcut(controller, shortcut)
    gtk_widget_add_controller(pointer, controller)
  }
}

private final class KeyHandler {
  let body: () -> Bool

  init(_ body: @escaping () -> Bool) { self.body = body }
}
#endif
