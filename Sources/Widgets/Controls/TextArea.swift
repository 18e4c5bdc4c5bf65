#if Desktop
internal import CAdwaita

/// Lines of text to type. Not for secrets: GTK keeps copies of them.
public final class TextArea: Widget {
  private let view = Widget(gtk_text_view_new())
  private let buffer: NativeObject
  private var isSetting = false

  /// Called when a person has changed the text.
  public var changed: () -> Void = {}

  /// Makes an empty one.
  ///
  /// - Parameter height: the least that it takes, in pixels.
  public init(name: String, height: Int) {
    guard let made = gtk_text_view_get_buffer(view.typed()) else { fatalError("GTK makes no text buffer") }
    buffer = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(made)))
    super.init(gtk_scrolled_window_new())
    view.name(name)
    gtk_text_view_set_wrap_mode(view.typed(), GTK_WRAP_WORD_CHAR)
    // Tab leads on, as everywhere else.
    gtk_text_view_set_accepts_tab(view.typed(), 0)
    for set in [
      gtk_text_view_set_left_margin, gtk_text_view_set_right_margin, gtk_text_view_set_top_margin,
      gtk_text_view_set_bottom_margin,
    ] { set(view.typed(), 12) }
    keep(view)
    gtk_scrolled_window_set_child(opaque, view.pointer)
    gtk_scrolled_window_set_min_content_height(opaque, gint(height))
    style("card")
    // Its corners are round, whatever is in it.
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    buffer.connect("changed") { [weak self] _ in
      guard let self, !isSetting else { return }
      changed()
    }
  }

  /// The text.
  public var text: String {
    get {
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_bounds(buffer.typed(), &start, &end)
      guard let text = gtk_text_buffer_get_text(buffer.typed(), &start, &end, 1) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    set {
      guard newValue != text else { return }
      isSetting = true
      gtk_text_buffer_set_text(buffer.typed(), newValue, gint(newValue.utf8.count))
      isSetting = false
    }
  }
}
#endif
