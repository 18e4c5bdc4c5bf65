#if Desktop
internal import CAdwaita

/// A line of text to type. Not for secrets: GTK keeps copies of it.
public final class TextEntry: Widget {
  /// What it is for.
  public enum Kind {
    /// Text.
    case text
    /// Words to look for; what is typed is told a moment after the last key.
    case search
  }

  /// Makes an empty one.
  public init(_ kind: Kind = .text, name: String, placeholder: String = "") {
    super.init(kind == .search ? gtk_search_entry_new() : gtk_entry_new())
    self.name(name)
    // What was typed and taken would come back with Ctrl+Z, and stay in memory until then.
    gtk_editable_set_enable_undo(opaque, 0)
    let property = "placeholder-text"
    set(property, placeholder)
    // What is named by its placeholder alone has no name once something is typed.
    connect(kind == .search ? "search-changed" : "changed") { [weak self] _ in
      guard let self else { return }
      changed(text)
    }
    connect("activate") { [weak self] _ in self?.entered() }
    if kind == .search { connect("stop-search") { [weak self] _ in self?.left() } }
  }

  /// Called when another text stands there.
  public var changed: (String) -> Void = { _ in }
  /// Called at Enter.
  public var entered: () -> Void = {}
  /// Called at Esc where words are looked for.
  public var left: () -> Void = {}

  /// The text.
  public var text: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    set { gtk_editable_set_text(opaque, newValue) }
  }

  private func set(_ property: String, _ text: String) {
    var value = GValue()
    g_value_init(&value, vault_type_string())
    g_value_set_string(&value, text)
    g_object_set_property(typed(), property, &value)
    g_value_unset(&value)
  }
}
#endif
