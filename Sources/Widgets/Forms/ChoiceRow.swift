#if Desktop
internal import CAdwaita

/// A row with one of several words to choose.
public final class ChoiceRow: Widget {
  private var isSetting = false
  private let choices: [String]

  /// Makes one; the first word is chosen.
  ///
  /// - Parameter chosen: called with the place of the word that a person chooses, not for ``selected``.
  public init(_ title: String, subtitle: String = "", choices: [String], _ chosen: @escaping (_ place: Int) -> Void) {
    self.choices = choices
    super.init(adw_combo_row_new())
    adw_preferences_row_set_title(typed(), Markup.escaped(title))
    adw_action_row_set_subtitle(typed(), Markup.escaped(subtitle))
    isSetting = true
    showWhole()
    let list = gtk_string_list_new(nil)
    for choice in choices { gtk_string_list_append(list, choice) }
    adw_combo_row_set_model(typed(), list)
    if let list { g_object_unref(UnsafeMutableRawPointer(list)) }
    isSetting = false
    name(title)
    connect("notify::selected") { [weak self] _ in
      guard let self, !isSetting else { return }
      chosen(selected)
    }
  }

  /// Shows words whole, in some lines where they are long: libadwaita cuts them off, however much room there is.
  private func showWhole() {
    guard let factory = adw_combo_row_get_factory(typed()) else { return }
    let maker = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(factory)))
    maker.connect("setup") { values in
      guard let label = Self.label(of: values.object(1)) else { return }
      gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_NONE)
      gtk_label_set_wrap(label, 1)
      gtk_label_set_max_width_chars(label, Self.lineCharacterCount)
    }
    maker.connect("bind") { values in
      guard let label = Self.label(of: values.object(1)), let text = gtk_label_get_text(label) else { return }
      // What fits into a line takes none away from it.
      gtk_label_set_width_chars(label, gint(min(String(cString: text).count, Int(Self.lineCharacterCount))))
    }
  }

  private static let lineCharacterCount: gint = 20

  /// The label that libadwaita makes for a word.
  private static func label(of item: UnsafeMutableRawPointer?) -> OpaquePointer? {
    guard let item, let box = gtk_list_item_get_child(OpaquePointer(item)), let label = gtk_widget_get_first_child(box),
      vault_type_name(label).map({ String(cString: $0) }) == "GtkLabel"
    else { return nil }
    return OpaquePointer(label)
  }

  /// What stands below the title.
  public var subtitle = "" {
    didSet { adw_action_row_set_subtitle(typed(), Markup.escaped(subtitle)) }
  }

  /// The place of the word that is chosen.
  public var selected: Int {
    get { Int(adw_combo_row_get_selected(typed())) }
    set {
      guard newValue != selected, choices.indices.contains(newValue) else { return }
      isSetting = true
      adw_combo_row_set_selected(typed(), guint(newValue))
      isSetting = false
    }
  }
}
#endif
