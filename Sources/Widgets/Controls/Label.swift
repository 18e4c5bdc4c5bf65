#if Desktop
internal import CAdwaita

/// A text that is read.
public final class Label: Widget {
  /// Makes one.
  public init(_ text: String = "") {
    super.init(gtk_label_new(text))
    gtk_label_set_xalign(opaque, 0)
  }

  /// The text, as it is: no markup, no mnemonics.
  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set { gtk_label_set_text(opaque, newValue) }
  }

  /// At most so many lines, with an ellipsis where text is left out.
  public func limit(lines: Int) {
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_lines(opaque, gint(lines))
    if lines > 1 { wrap() }
  }

  /// As many lines as it takes, broken inside words where nothing else helps.
  public func wrap() {
    gtk_label_set_wrap(opaque, 1)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
  }

  /// Lets a person select and copy it.
  public func makeSelectable() { gtk_label_set_selectable(opaque, 1) }
}
#endif
