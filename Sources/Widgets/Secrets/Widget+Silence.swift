#if Desktop
internal import CAdwaita

extension Widget {
  /// Keeps what is typed into an entry, and deleted there, from the bus of accessibility, where GTK tells of each letter, hidden or not, and any program can listen, or ask.
  ///
  /// To be called before the entry is in a window: what GTK tells is told by a handler that comes after this one.
  func silence() {
    HiddenLetters.keep()
    guard let part = gtk_editable_get_delegate(opaque) else { return }
    let stop:
      @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, gint, UnsafeMutablePointer<gint>?) -> Void = {
        text, _, _, _ in g_signal_stop_emission_by_name(text, "insert-text")
      }
    let delete: @convention(c) (UnsafeMutableRawPointer?, gint, gint) -> Void = { text, start, end in
      guard let text else { return }
      // GTK tells of it in a handler that comes after this one and before the deed, so the deed is done here.
      vault_delete_text(OpaquePointer(text), start, end)
      g_signal_stop_emission_by_name(text, "delete-text")
    }
    g_signal_connect_data(
      UnsafeMutableRawPointer(part), "delete-text", unsafeBitCast(delete, to: GCallback.self), nil, nil,
      G_CONNECT_DEFAULT)
    g_signal_connect_data(
      UnsafeMutableRawPointer(part), "insert-text", unsafeBitCast(stop, to: GCallback.self), nil, nil, G_CONNECT_AFTER)
  }
}
#endif
