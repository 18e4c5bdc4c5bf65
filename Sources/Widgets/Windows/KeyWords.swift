#if Desktop
internal import CAdwaita

/// Keys as people read them.
public enum Keys {
  /// For instance `Ctrl+F` for `<Control>f`.
  public static func words(_ trigger: String) -> String {
    guard let display = gdk_display_get_default(), let parsed = gtk_shortcut_trigger_parse_string(trigger) else {
      return trigger
    }
    let keys = NativeObject(owning: UnsafeMutableRawPointer(parsed))
    guard let label = gtk_shortcut_trigger_to_label(keys.opaque, display) else { return trigger }
    defer { g_free(label) }
    return String(cString: label)
  }
}
#endif
