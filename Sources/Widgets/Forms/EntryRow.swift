#if Desktop
internal import CAdwaita

/// A row with a line of text to type. Not for secrets: GTK keeps copies of it.
public final class EntryRow: Widget {
  private var isSetting = false

  /// Called when a person has changed the text.
  public var changed: (String) -> Void = { _ in }
  /// Called at Enter.
  public var entered: () -> Void = {}

  /// Makes one.
  ///
  /// - Parameter title: what is to be typed.
  public init(_ title: String, text: String = "") {
    super.init(adw_entry_row_new())
    adw_preferences_row_set_title(typed(), Markup.escaped(title))
    // It is named by two labels, of which one is seen: "Name Name".
    gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    name(title)
    self.text = text
    connect("changed") { [weak self] _ in
      guard let self, !isSetting else { return }
      changed(self.text)
    }
    connect("entry-activated") { [weak self] _ in self?.entered() }
  }

  /// Puts something at the end of the row.
  public func suffix(_ widget: Widget) {
    keep(widget)
    widget.align(vertically: .center)
    adw_entry_row_add_suffix(typed(), widget.pointer)
  }

  /// The text.
  public var text: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    set {
      guard newValue != text else { return }
      isSetting = true
      gtk_editable_set_text(opaque, newValue)
      isSetting = false
    }
  }
}
#endif
