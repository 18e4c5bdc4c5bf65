#if Desktop
internal import CAdwaita
internal import SecretText

/// Keys, clicks and the clipboard lead into the text that is typed.
extension SecretEditorSurface {
  func connectInput() {
    connectInputMethod()
    connectClicks()
    connect("notify::has-focus") { [weak self] _ in self?.redraw() }
  }

  private func connectInputMethod() {
    guard let keys = gtk_event_controller_key_new(), let method = gtk_im_multicontext_new() else { return }
    let context = NativeObject(owning: UnsafeMutableRawPointer(method))
    gtk_im_context_set_client_widget(method, pointer)
    context.connect("commit") { [weak self] in
      if let text = $0.bytes(1) { self?.insert(text) }
    }
    gtk_event_controller_key_set_im_context(keys, method)
    connectKeys(UnsafeMutableRawPointer(keys))
    // The widget takes it over, and ends with it.
    gtk_widget_add_controller(pointer, keys)
  }

  private func connectKeys(_ controller: UnsafeMutableRawPointer) {
    let handler: @convention(c) (OpaquePointer?, guint, guint, GdkModifierType, UnsafeMutableRawPointer?) -> gboolean =
      {
        _, key, _, state, box in
        guard let editor = WeakBox<SecretEditorSurface>.object(in: box) else { return 0 }
        return editor.press(Int32(bitPattern: key), Modifiers(state)) ? 1 : 0
      }
    g_signal_connect_data(
      controller, "key-pressed", unsafeBitCast(handler, to: GCallback.self), WeakBox.retained(self), releaseBox,
      GConnectFlags(rawValue: 0))
  }

  private struct Modifiers {
    let isControl: Bool
    let isShift: Bool

    init(_ state: GdkModifierType) {
      isControl = state.rawValue & GDK_CONTROL_MASK.rawValue != 0
      isShift = state.rawValue & GDK_SHIFT_MASK.rawValue != 0
    }
  }

  /// - Returns: whether the key means something here.
  private func press(_ key: Int32, _ modifiers: Modifiers) -> Bool {
    let (isControl, isShift) = (modifiers.isControl, modifiers.isShift)
    switch key {
    case GDK_KEY_BackSpace: delete(isControl ? .wordBackward : .characterBackward)
    case GDK_KEY_Delete, GDK_KEY_KP_Delete: delete(isControl ? .wordForward : .characterForward)
    case GDK_KEY_Left, GDK_KEY_KP_Left: move(isControl ? .wordBackward : .characterBackward, isSelecting: isShift)
    case GDK_KEY_Right, GDK_KEY_KP_Right: move(isControl ? .wordForward : .characterForward, isSelecting: isShift)
    case GDK_KEY_Up, GDK_KEY_KP_Up: move(lines: -1, isSelecting: isShift)
    case GDK_KEY_Down, GDK_KEY_KP_Down: move(lines: 1, isSelecting: isShift)
    case GDK_KEY_Home, GDK_KEY_KP_Home: moveToEnd(false, modifiers)
    case GDK_KEY_End, GDK_KEY_KP_End: moveToEnd(true, modifiers)
    case GDK_KEY_Return where !isControl, GDK_KEY_KP_Enter where !isControl:
      withUnsafeBytes(of: UInt8(ascii: "\n")) { insert($0) }
    case GDK_KEY_a where isControl, GDK_KEY_A where isControl: selectAll()
    case GDK_KEY_v where isControl, GDK_KEY_V where isControl: paste()
    default: return false
    }
    return true
  }

  private func moveToEnd(_ isEnd: Bool, _ modifiers: Modifiers) {
    if modifiers.isControl {
      moveToLimit(isEnd: isEnd, isSelecting: modifiers.isShift)
    } else {
      moveToEdge(isEnd: isEnd, isSelecting: modifiers.isShift)
    }
  }

  private func connectClicks() {
    guard let gesture = gtk_gesture_drag_new(), let clicks = gtk_gesture_click_new() else { return }
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(gesture)))
    handle.connect("drag-update") { [weak self] in
      var (x, y) = (0.0, 0.0)
      guard gtk_gesture_drag_get_start_point(gesture, &x, &y) != 0, abs($0.number(1)) + abs($0.number(2)) > 2 else {
        return
      }
      self?.point(x: x + $0.number(1), y: y + $0.number(2), isSelecting: true)
    }
    let presses = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(clicks)))
    presses.connect("pressed") { [weak self] in
      let isShift = gtk_event_controller_get_current_event_state(clicks).rawValue & GDK_SHIFT_MASK.rawValue != 0
      self?.press(count: $0.signedInteger(1), x: $0.number(2), y: $0.number(3), isSelecting: isShift)
    }
    for controller in [gesture, clicks] { gtk_widget_add_controller(pointer, controller) }
  }

  /// A second click selects the word, a third one all of it.
  private func press(count: Int, x: Double, y: Double, isSelecting: Bool) {
    switch count {
    case 2: selectWord()
    case 3...: selectAll()
    default: point(x: x, y: y, isSelecting: isSelecting)
    }
  }

  /// What the clipboard holds comes later, to whatever is left of the editor then.
  private func paste() {
    guard let clipboard = gtk_widget_get_clipboard(pointer) else { return }
    gdk_clipboard_read_text_async(
      clipboard, nil,
      { clipboard, result, data in
        guard let data else { return }
        let surface = Unmanaged<WeakBox<SecretEditorSurface>>.fromOpaque(data).takeRetainedValue().object
        // Freed memory is erased: see ErasingHeap.
        guard let text = gdk_clipboard_read_text_finish(clipboard.map { OpaquePointer($0) }, result, nil) else {
          return
        }
        defer { g_free(text) }
        surface?.insert(UnsafeRawBufferPointer(start: text, count: strlen(text)))
      }, WeakBox.retained(self))
  }
}
#endif
