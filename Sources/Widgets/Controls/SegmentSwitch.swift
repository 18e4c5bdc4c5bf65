#if Desktop
internal import CAdwaita

/// Words beside each other of which one is chosen.
public final class SegmentSwitch: Widget {
  private var buttons: [Widget] = []
  private var isSetting = false

  /// Called with the place of the word that a person chooses, not for ``selected``.
  public var chosen: (_ place: Int) -> Void = { _ in }

  /// Makes one; the first word is chosen.
  ///
  /// - Parameter name: what assistive technology calls it.
  public init(name: String, _ words: [String]) {
    super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    self.name(name)
    style("linked")
    buttons = words.map { Widget(gtk_toggle_button_new_with_label($0)) }
    for (place, button) in buttons.enumerated() {
      button.expand(horizontally: true)
      // Where text is large, a word ends before its place does, in place of a window that can't be narrow.
      if let label = gtk_button_get_child(button.typed()) {
        gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
      }
      if let first = buttons.first, place > 0 { gtk_toggle_button_set_group(button.typed(), first.typed()) }
      keep(button)
      gtk_box_append(typed(), button.pointer)
      button.connect("toggled") { [weak self, weak button] _ in
        guard let self, let button, !isSetting, gtk_toggle_button_get_active(button.typed()) != 0 else { return }
        chosen(place)
      }
    }
    selected = 0
  }

  /// The place of the word that is chosen.
  public var selected: Int {
    get { buttons.firstIndex { gtk_toggle_button_get_active($0.typed()) != 0 } ?? 0 }
    set {
      guard buttons.indices.contains(newValue) else { return }
      isSetting = true
      gtk_toggle_button_set_active(buttons[newValue].typed(), 1)
      isSetting = false
    }
  }
}
#endif
