#if Desktop
internal import CAdwaita

/// A list of things to do that opens at a place of a widget. They are buttons, as in ``MenuButton``.
public final class PopupMenu: Widget {
  /// What it is called, and does.
  public typealias Item = (title: String, pressed: () -> Void)

  private let place: Widget
  private var isOpen = false
  /// Called before it is closed by a key, or with something that is chosen: takes the keyboard to where it is to be. GTK takes it from a menu that has gone
  /// to the first thing beside it that takes it, and does so later than anything that could be done about it.
  var leaving: () -> Void = {}

  /// Makes one with sections.
  init(_ sections: [[Item]], above place: Widget) {
    self.place = place
    super.init(gtk_popover_new())
    let column = MenuColumn(sections.map { $0.map { MenuEntry($0.title, pressed: $0.pressed) } }, in: self) {
      [weak self] in
      self?.close()
    }
    keep(column)
    gtk_popover_set_child(typed(), column.pointer)
    gtk_popover_set_has_arrow(typed(), 0)
    gtk_popover_set_position(typed(), GTK_POS_BOTTOM)
    onKeysFirst("Escape") { [weak self] in
      self?.close()
      return true
    }
  }

  /// Opens it.
  ///
  /// - Parameter closed: called when it is closed.
  func open(x: Double, y: Double, closed: @escaping () -> Void) {
    gtk_widget_set_parent(pointer, place.pointer)
    isOpen = true
    var rectangle = GdkRectangle(x: gint(x), y: gint(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(typed(), &rectangle)
    connect("closed") { [weak self] _ in
      // Not in the midst of GTK's own change, which gives the keyboard back.
      Task { [weak self] in
        self?.leave()
        closed()
      }
    }
    gtk_popover_popup(typed())
  }

  /// Closes it.
  func close() {
    leaving()
    gtk_popover_popdown(typed())
  }

  /// A widget must not end with one that it does not know.
  private func leave() {
    guard isOpen else { return }
    isOpen = false
    gtk_widget_unparent(pointer)
  }
}

/// The things to do in a popover, from top to bottom.
final class MenuColumn: Widget {
  private let close: () -> Void

  /// - Parameter close: closes the popover; called when one of them is chosen.
  init(_ sections: [[MenuEntry]], in popover: Widget, close: @escaping () -> Void) {
    self.close = close
    super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    for (place, items) in sections.enumerated() {
      if place > 0 { add(Widget(gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))) }
      for item in items {
        let choice = item.isOn.map { box(item, popover, $0) } ?? button(item)
        add(choice)
        guard let isOffered = item.isOffered else { continue }
        popover.connect("show") { [weak choice] _ in choice?.isVisible = isOffered() }
      }
    }
  }

  private func box(_ item: MenuEntry, _ popover: Widget, _ isOn: @escaping () -> Bool) -> Widget {
    let box = CheckBox(item.title) { [close] _ in
      close()
      item.pressed()
    }
    // As high as the buttons.
    box.minimumSize(height: 34)
    popover.connect("show") { [weak box] _ in box?.isOn = isOn() }
    return box
  }

  private func button(_ item: MenuEntry) -> Widget {
    let button = Button(content: Label(item.title)) { [close] in
      close()
      item.pressed()
    }
    button.name(item.title)
    button.style("flat")
    return button
  }

  private func add(_ widget: Widget) {
    keep(widget)
    gtk_box_append(typed(), widget.pointer)
  }
}
#endif
