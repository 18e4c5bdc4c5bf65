#if Desktop
internal import CAdwaita

/// Looks besides those of the theme, in GTK's CSS.
public enum StyleSheet {
  /// Applies a style sheet to all windows.
  public static func apply(_ css: String) {
    guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return }
    gtk_css_provider_load_from_data(provider, css, gssize(css.utf8.count))
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }
}
#endif
