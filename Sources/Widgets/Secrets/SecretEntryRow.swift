#if Desktop
internal import CAdwaita
public import SecretMemory

/// A row of a form with a secret to type, which is not seen. It looks as an ``EntryRow`` does.
///
/// What is typed is kept in GTK's locked buffer, which is erased when its entry ends, not when text is deleted: so the entry
/// ends whenever its text is taken, and an empty one stands in its place.
public final class SecretEntryRow: Widget {
  private let place = Box(.horizontal)
  private var entry: Widget
  private let label: String
  /// What is to be typed, in small letters above what was: an empty entry says it itself.
  private let caption: Label
  private let pencil = Icon("document-edit-symbolic")

  /// Called at Enter.
  public var entered: () -> Void = {}
  /// Called when a person has changed what is typed.
  public var changed: () -> Void = {}

  /// Makes an empty one.
  public init(_ title: String) {
    label = title
    caption = Label(title)
    entry = Self.makeEntry(title)
    super.init(adw_preferences_row_new())
    adw_preferences_row_set_title(typed(), Markup.escaped(title))
    // Libadwaita names rows with an entry or an action after their titles, and no other.
    name(title)
    caption.style("caption")
    caption.style("dim-label")
    let texts = Box(.vertical, [caption, place])
    texts.expand(horizontally: true)
    texts.align(vertically: .center)
    place.expand(horizontally: true)
    let content = Box(.horizontal, spacing: 6, [texts, pencil])
    keep(content)
    gtk_list_box_row_set_child(typed(), content.pointer)
    style("secret-row")
    use(entry)
    // The entry is where the keyboard stops.
    gtk_widget_set_focusable(pointer, 0)
    gtk_list_box_row_set_activatable(typed(), 0)
    connectClicks()
    // While GTK moves the keyboard, nothing may come or go beside it.
    place.onFocusChange { [weak self] hasFocus in Task { self?.pencil.isVisible = !hasFocus } }
  }

  /// What was typed; the row is empty afterwards. Nil where no memory for it could be had.
  public func take() -> SharedSecret? {
    defer { clear() }
    return typed()
  }

  /// What was typed, which stays; nil where no memory for it could be had.
  public func typed() -> SharedSecret? {
    guard let text = HiddenLetters.text(of: entry) else { return nil }
    do {
      return SharedSecret(try SecretBytes(copying: UnsafeRawBufferPointer(start: text, count: strlen(text))))
    } catch { return nil }
  }

  /// Empties it.
  public func clear() {
    let hadFocus = entry.hasFocus
    // It hears of its focus even after its end, in GTK 4.8, and reads what is freed.
    if hadFocus, let root = gtk_widget_get_root(entry.pointer) { gtk_root_set_focus(root, nil) }
    place.remove(entry)
    entry = Self.makeEntry(label)
    use(entry)
    if hadFocus { entry.focus() }
    TypedKeys.overwrite()
  }

  isolated deinit { TypedKeys.overwrite() }

  /// Takes the keyboard.
  public override func focus() { entry.focus() }

  /// A click beside the entry is meant for it.
  private func connectClicks() {
    guard let gesture = gtk_gesture_click_new() else { return }
    // The row takes it over; this reference is for the signal alone.
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(gesture)))
    handle.connect("released") { [weak self] _ in self?.focus() }
    gtk_widget_add_controller(pointer, gesture)
  }

  private static func makeEntry(_ name: String) -> Widget {
    let entry = Widget(gtk_password_entry_new())
    entry.silence()
    entry.name(name)
    entry.expand(horizontally: true)
    var placeholder = GValue()
    g_value_init(&placeholder, vault_type_string())
    g_value_set_string(&placeholder, name)
    g_object_set_property(entry.typed(), "placeholder-text", &placeholder)
    g_value_unset(&placeholder)
    return entry
  }

  private func use(_ entry: Widget) {
    place.append(entry)
    entry.name(label)
    caption.isVisible = false
    entry.connect("activate") { [weak self] _ in self?.entered() }
    entry.connect("changed") { [weak self] _ in
      self?.showCaption()
      self?.changed()
    }
  }

  private func showCaption() {
    // Whether anything was typed, and nothing of it.
    caption.isVisible = gtk_editable_get_text(entry.opaque).map { $0.pointee != 0 } ?? false
  }
}
#endif
