#if Desktop
internal import CAdwaita

/// One of several words, chosen from a list that drops down.
public final class DropDown: Widget {
  /// Makes one.
  ///
  /// - Parameters:
  ///   - name: what assistive technology calls it, and what is shown beside the pointer.
  ///   - place: of the word that is chosen at first.
  ///   - chosen: called with the place of the word that a person chooses.
  public init(name: String, choices: [String], at place: Int = 0, _ chosen: @escaping (_ place: Int) -> Void) {
    let list = gtk_string_list_new(nil)
    for choice in choices { gtk_string_list_append(list, choice) }
    // It takes over the list.
    super.init(gtk_drop_down_new(list, nil))
    toolTip = name
    Self.name(pointer, name)
    gtk_drop_down_set_selected(opaque, guint(place))
    connect("notify::selected") { [weak self] _ in
      if let self { chosen(Int(gtk_drop_down_get_selected(opaque))) }
    }
  }

  /// What assistive technology calls such a list, and the button that opens it.
  static func name(_ list: UnsafeMutablePointer<GtkWidget>, _ name: String) {
    setName(of: list, name)
    for button in parts(of: list, named: "GtkToggleButton") {
      setName(of: button, name)
      hideUnused(in: button)
    }
  }

  /// For a choice of nothing GTK has a word that is never seen here, and was read.
  private static func hideUnused(in button: UnsafeMutablePointer<GtkWidget>) {
    for stack in parts(of: button, named: "GtkStack") {
      let seen = gtk_stack_get_visible_child(OpaquePointer(stack))
      for page in children(of: stack) where page != seen { gtk_widget_set_visible(page, 0) }
    }
  }
}
#endif
