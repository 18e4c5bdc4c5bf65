#if Desktop
internal import CAdwaita

extension Window {
  /// Whether the keyboard is in an entry with nothing in it.
  public var isInEmptyEntry: Bool {
    guard let focus = gtk_window_get_focus(typed()), vault_is_text(focus) != 0 else { return false }
    return gtk_text_get_text_length(UnsafeMutableRawPointer(focus).assumingMemoryBound(to: GtkText.self)) == 0
  }
}
#endif
