#if Desktop
internal import CAdwaita

/// A page that has nothing to show, and says why.
public final class StatusPage: Widget {
  /// Makes one.
  public init(icon: String, title: String = "", description: String = "") {
    super.init(adw_status_page_new())
    adw_status_page_set_icon_name(opaque, icon)
    show(title: title, description: description)
  }

  /// Says something else.
  public func show(title: String, description: String) {
    adw_status_page_set_title(opaque, escaped(title))
    adw_status_page_set_description(opaque, escaped(description))
  }

  /// What stands below the text.
  public func content(_ widget: Widget) {
    keep(widget)
    adw_status_page_set_child(opaque, widget.pointer)
  }

  /// The page takes markup; what somebody wrote is none.
  private func escaped(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}
#endif
