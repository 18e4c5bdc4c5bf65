#if Desktop
internal import CAdwaita

/// A button that opens a list of things to do.
///
/// They are buttons, not actions of the window: those can be called by any program on the session bus.
public final class MenuButton: Widget {
  private let popover: Widget
  /// Called before the list is closed by a key, or with something that is chosen, and after it was closed in another way: takes the keyboard to where it is to
  /// be. Else the button has it.
  public var leaving: () -> Void = {}

  /// Makes one.
  ///
  /// - Parameters:
  ///   - name: what assistive technology calls it, and what is shown beside the pointer.
  ///   - hint: what is shown beside the pointer in place of a name with somebody's words: GTK keeps that until it shows something else there.
  ///   - items: from top to bottom, what each is called and does.
  public convenience init(icon: String, name: String, hint: String, _ items: [(title: String, pressed: () -> Void)]) {
    self.init(icon: icon, name: name, sections: [items.map { MenuEntry($0.title, pressed: $0.pressed) }])
    toolTip = hint
  }

  /// Makes one whose list has sections.
  public init(icon: String, name: String, sections: [[MenuEntry]]) {
    popover = Widget(gtk_popover_new())
    super.init(gtk_menu_button_new())
    toolTip = name
    self.name(name)
    gtk_menu_button_set_icon_name(opaque, icon)
    let column = MenuColumn(sections, in: popover) { [weak self] in self?.close() }
    popover.keep(column)
    gtk_popover_set_child(popover.typed(), column.pointer)
    gtk_menu_button_set_popover(opaque, popover.pointer)
    popover.onKeysFirst("Escape") { [weak self] in
      self?.close()
      return true
    }
    popover.connect("closed") { [weak self] _ in
      // Not in the midst of GTK's own change, which gives the keyboard to the button.
      Task { [weak self] in
        if let self, holdsKeyboard { leaving() }
      }
    }
  }

  private func close() {
    leaving()
    gtk_popover_popdown(popover.typed())
  }

  /// Opens the list.
  public func open() { gtk_menu_button_popup(opaque) }
}
#endif
