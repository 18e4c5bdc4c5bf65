#if Desktop
internal import CAdwaita

/// Looks besides those of the theme, in GTK's CSS.
public enum StyleSheet {
  /// Applies a style sheet to all windows.
  public static func apply(_ css: String) { _ = add(css) }

  /// Applies one of two style sheets for as long as a person wants high contrast.
  public static func applyInHighContrast(light: String, dark: String) {
    guard let manager = adw_style_manager_get_default() else { return }
    let style = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(manager)))
    var present: OpaquePointer?
    func follow() {
      if let present, let display = gdk_display_get_default() {
        gtk_style_context_remove_provider_for_display(display, present)
      }
      let isWanted = adw_style_manager_get_high_contrast(manager) != 0
      present = isWanted ? add(adw_style_manager_get_dark(manager) != 0 ? dark : light) : nil
    }
    for signal in ["notify::high-contrast", "notify::dark"] { style.connect(signal) { _ in follow() } }
    follow()
  }

  /// - Returns: what can be taken away again; the display keeps it.
  private static func add(_ css: String) -> OpaquePointer? {
    guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return nil }
    gtk_css_provider_load_from_data(provider, css, gssize(css.utf8.count))
    let made = OpaquePointer(provider)
    gtk_style_context_add_provider_for_display(display, made, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
    return made
  }
}
#endif
