#if Desktop
internal import CAdwaita

/// Pango's markup, which some widgets take in place of text.
enum Markup {
  /// A text as markup that shows exactly it: what somebody wrote is none.
  static func escaped(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}
#endif
