#if Desktop
internal import CAdwaita

/// The desktop's clipboard. Not for secrets: it keeps them, and hands them to any program.
public enum Clipboard {
  /// Puts a text there.
  ///
  /// - Returns: what takes it away, unless something else is there by then, of this program or another.
  @discardableResult
  public static func copy(_ text: String) -> () -> Void {
    guard let display = gdk_display_get_default(), let clipboard = gdk_display_get_clipboard(display) else { return {} }
    gdk_clipboard_set_text(clipboard, text)
    // Nothing of this program's is there once another one has put something there.
    guard let content = gdk_clipboard_get_content(clipboard) else { return {} }
    let copy = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(content)))
    return {
      guard gdk_clipboard_get_content(clipboard) == copy.typed() else { return }
      gdk_clipboard_set_content(clipboard, nil)
    }
  }
}
#endif
