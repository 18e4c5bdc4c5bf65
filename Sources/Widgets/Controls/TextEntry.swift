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

  private let kind: Kind

  /// Makes an empty one.
  public init(_ kind: Kind = .text, name: String, placeholder: String = "") {
    self.kind = kind
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
    if kind == .search { connect("stop-search") { [weak self] _ in self?.left() } } else { keepCaret() }
  }

  /// Whatever gives it the keyboard, GTK selects all that stands in it then, and the first key would replace what is half written: the caret stays where
  /// it was. What somebody has selected stays selected, and so does all of it where words are looked for: others are looked for next.
  private func keepCaret() {
    guard let found = gtk_editable_get_delegate(opaque) else { return }
    let text = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(found)))
    text.connect("notify::has-focus") { [weak self] _ in
      guard let self, !isSelected else { return }
      let caret = gtk_editable_get_position(opaque)
      // GTK selects it after that, and before the next key is read.
      onReturn { [weak self] in
        guard let self, isSelected else { return }
        gtk_editable_set_position(opaque, caret)
      }
    }
  }

  /// Takes the keyboard, and selects nothing of what is half written, also where it has the keyboard already.
  public override func focus() {
    guard kind == .text else { return super.focus() }
    gtk_entry_grab_focus_without_selecting(typed())
  }

  /// Whether all of it is selected.
  private var isSelected: Bool {
    var (start, end): (gint, gint) = (0, 0)
    gtk_editable_get_selection_bounds(opaque, &start, &end)
    return end > start && start == 0 && Int(end) == text.unicodeScalars.count
  }

  /// Called when another text stands there.
  public var changed: (String) -> Void = { _ in }
  /// Called at Enter.
  public var entered: () -> Void = {}
  /// Called at Esc where words are looked for.
  public var left: () -> Void = {}

  /// The text. Where another one is set, the caret stands behind it: whoever types goes on there.
  public var text: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    set {
      gtk_editable_set_text(opaque, newValue)
      gtk_editable_set_position(opaque, -1)
    }
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
