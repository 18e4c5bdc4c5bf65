#if Desktop
internal import CAdwaita

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
        let isControl = state.rawValue & GDK_CONTROL_MASK.rawValue != 0
        return editor.press(Int32(bitPattern: key), isControl: isControl) ? 1 : 0
      }
    g_signal_connect_data(
      controller, "key-pressed", unsafeBitCast(handler, to: GCallback.self), WeakBox.retained(self), releaseBox,
      GConnectFlags(rawValue: 0))
  }

  /// - Returns: whether the key means something here.
  private func press(_ key: Int32, isControl: Bool) -> Bool {
    switch key {
    case GDK_KEY_BackSpace: deleteBackward()
    case GDK_KEY_Delete, GDK_KEY_KP_Delete: deleteForward()
    case GDK_KEY_Left, GDK_KEY_KP_Left: moveBackward()
    case GDK_KEY_Right, GDK_KEY_KP_Right: moveForward()
    case GDK_KEY_Up, GDK_KEY_KP_Up: move(lines: -1)
    case GDK_KEY_Down, GDK_KEY_KP_Down: move(lines: 1)
    case GDK_KEY_Home, GDK_KEY_KP_Home: isControl ? moveToLimit(isEnd: false) : moveToEdge(isEnd: false)
    case GDK_KEY_End, GDK_KEY_KP_End: isControl ? moveToLimit(isEnd: true) : moveToEdge(isEnd: true)
    case GDK_KEY_Return where !isControl, GDK_KEY_KP_Enter where !isControl:
      withUnsafeBytes(of: UInt8(ascii: "\n")) { insert($0) }
    case GDK_KEY_v where isControl, GDK_KEY_V where isControl: paste()
    default: return false
    }
    return true
  }

  private func connectClicks() {
    guard let gesture = gtk_gesture_click_new() else { return }
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(gesture)))
    handle.connect("pressed") { [weak self] in self?.point(x: $0.number(2), y: $0.number(3)) }
    gtk_widget_add_controller(pointer, gesture)
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
