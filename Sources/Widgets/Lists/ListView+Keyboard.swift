#if Desktop
internal import CAdwaita

/// The keyboard in a list: arrows go from row to row, Tab through what is in a row and then on behind the list. GTK itself goes with Tab through all rows, however
/// many there are, selects each, and stops before one that can't be chosen.
extension ListView {
  /// A row that exists: where it stands, and what GTK has around it, which takes the keyboard and is read.
  struct BoundPlace {
    let place: Int
    let isChoice: Bool
    let widget: UnsafeMutablePointer<GtkWidget>
  }

  func connectKeyboard() {
    onKeysFirst("Down") { [weak self] in self?.move(by: 1) ?? false }
    onKeysFirst("Up") { [weak self] in self?.move(by: -1) ?? false }
    onKeysFirst("space") { [weak self] in self?.toggleFocused() ?? false }
    onKeysFirst("<Control>space") { [weak self] in self?.toggleFocused() ?? false }
    onKeysFirst("Return") { [weak self] in self?.enterFocused() ?? false }
    onKeysFirst("KP_Enter") { [weak self] in self?.enterFocused() ?? false }
    onKeysFirst("Menu") { [weak self] in self?.openMenuFromKeyboard() ?? false }
    onKeysFirst("<Shift>F10") { [weak self] in self?.openMenuFromKeyboard() ?? false }
    onKeysFirst("Tab") { [weak self] in self?.goOn(GTK_DIR_TAB_FORWARD) ?? false }
    onKeysFirst("<Shift>Tab") { [weak self] in self?.goOn(GTK_DIR_TAB_BACKWARD) ?? false }
  }

  /// Takes the keyboard from what the list is scrolled in, which has it where GTK finds no row for it: where the first one can't be chosen, for instance.
  func enter(from scrolled: Widget) {
    scrolled.onFocusChange { [weak self, weak scrolled] _ in
      // Not in the midst of GTK's own change.
      Task { if let scrolled, gtk_widget_is_focus(scrolled.pointer) != 0 { self?.enter() } }
    }
  }

  /// Takes the keyboard to what is selected, or else to the first place that can be chosen, which is selected then.
  ///
  /// - Returns: whether there is such a place.
  public func begin() -> Bool {
    let places = bound.filter { $0.isChoice }.sorted { $0.place < $1.place }
    let selected = Set(selectedPlaces)
    if let place = places.first(where: { selected.contains($0.place) }) {
      return gtk_widget_grab_focus(place.widget) != 0
    }
    guard let first = places.first else { return false }
    if !clicksAdd { moveSelection(to: first.place) }
    return gtk_widget_grab_focus(first.widget) != 0
  }

  /// Takes the keyboard to what is selected, or else to the first place that can be chosen, and selects nothing.
  ///
  /// - Returns: whether there is such a place.
  @discardableResult
  public func enter() -> Bool {
    let places = bound.filter { $0.isChoice }.sorted { $0.place < $1.place }
    let selected = Set(selectedPlaces)
    guard let place = places.first(where: { selected.contains($0.place) }) ?? places.first else { return false }
    return gtk_widget_grab_focus(place.widget) != 0
  }

  /// Takes the keyboard to a place whose row exists, if it is not there already.
  public func focus(place: Int) {
    guard let row = bound.first(where: { $0.place == place && $0.isChoice })?.widget else { return scroll(to: place) }
    let isThere = gtk_widget_get_state_flags(row).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    if !isThere { gtk_widget_grab_focus(row) }
  }

  private func goOn(_ direction: GtkDirectionType) -> Bool {
    guard let row = focusedPlace?.widget, let root = gtk_widget_get_root(pointer) else { return false }
    // Backwards the row comes behind what is in it.
    let isLast = direction == GTK_DIR_TAB_BACKWARD && gtk_widget_is_focus(row) != 0
    if !isLast, gtk_widget_child_focus(row, direction) != 0 { return true }
    if !isLast, direction == GTK_DIR_TAB_BACKWARD { return gtk_widget_grab_focus(row) != 0 }
    // GTK would go on to the next row.
    gtk_widget_set_can_focus(pointer, 0)
    defer { gtk_widget_set_can_focus(pointer, 1) }
    let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
    return gtk_widget_child_focus(window, direction) != 0
  }

  /// GTK selects what the keyboard goes to, in place of all else.
  private func move(by step: Int) -> Bool {
    guard clicksAdd else { return passHeading(by: step) }
    guard let place = focusedPlace?.place else { return false }
    let next = bound.filter { $0.isChoice && ($0.place - place) * step > 0 }.min {
      abs($0.place - place) < abs($1.place - place)
    }
    guard let next else { return true }
    scroll(to: next.place)
    gtk_widget_grab_focus(next.widget)
    return true
  }

  private func toggleFocused() -> Bool {
    guard clicksAdd, let focused = focusedPlace, focused.isChoice else { return false }
    toggle(focused.place)
    return true
  }

  private func enterFocused() -> Bool {
    guard let entered, let focused = focusedPlace, focused.isChoice, gtk_widget_is_focus(focused.widget) != 0 else {
      return false
    }
    entered(focused.place)
    return true
  }

  /// The place that has the keyboard, or has it as soon as the window is in front again.
  public var keyboardPlace: Int? { bound.first { KeyboardMemory.has($0.widget) }?.place }

  /// The row in which the keyboard is.
  var focusedPlace: BoundPlace? {
    bound.first { gtk_widget_get_state_flags($0.widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0 }
  }

  /// GTK stops before what can't be chosen.
  ///
  /// - Returns: whether there was such a row, and another one behind it.
  private func passHeading(by step: Int) -> Bool {
    guard let place = focusedPlace?.place else { return false }
    let places = bound
    guard places.first(where: { $0.place == place + step })?.isChoice == false,
      let next = places.first(where: { $0.place == place + 2 * step })
    else { return false }
    moveSelection(to: next.place)
    scroll(to: next.place)
    gtk_widget_grab_focus(next.widget)
    return true
  }
}
#endif
