#if Desktop
internal import CAdwaita

/// The desktop's clipboard. Not for secrets: it keeps them, and hands them to any program.
public enum Clipboard {
  /// Puts a text there.
  public static func copy(_ text: String) {
    guard let display = gdk_display_get_default() else { return }
    copyCount += 1
    gdk_clipboard_set_text(gdk_display_get_clipboard(display), text)
  }

  /// Puts a text there for some seconds, unless something else has been put there by then.
  public static func copy(_ text: String, seconds: Int) {
    copy(text)
    let count = copyCount
    Task {
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      guard count == copyCount, let display = gdk_display_get_default() else { return }
      let clipboard = gdk_display_get_clipboard(display)
      // What another program has put there is its own.
      if gdk_clipboard_is_local(clipboard) != 0 { gdk_clipboard_set_content(clipboard, nil) }
    }
  }

  /// How often something was put there.
  private static var copyCount = 0
}
#endif
