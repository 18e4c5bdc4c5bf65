#if Desktop
internal import CAdwaita

/// The menu of what can be done to a row, at a click with the other button, where a finger rests on it, and at the key for it.
extension ListView {
  /// - Parameter place: where the row stands now; nil for one that can't be chosen.
  func connectMenu(to row: Widget, _ place: @escaping () -> Int?) {
    guard let click = gtk_gesture_click_new(), let rest = gtk_gesture_long_press_new() else { return }
    gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
    gtk_gesture_single_set_touch_only(rest, 1)
    // The number of the click comes before its point.
    connectMenu(to: row, click, point: 2, place)
    connectMenu(to: row, rest, point: 1, place)
  }

  /// - Parameter index: of the horizontal place among the values of the signal; the vertical one comes next.
  private func connectMenu(to row: Widget, _ gesture: OpaquePointer, point index: Int, _ place: @escaping () -> Int?) {
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(gesture)))
    handle.connect("pressed") { [weak self, weak row] in
      guard let self, menu != nil, let row, let place = place() else { return }
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      var (x, y) = (0.0, 0.0)
      gtk_widget_translate_coordinates(row.pointer, pointer, $0.number(index), $0.number(index + 1), &x, &y)
      openMenu(of: place, x: x, y: y)
    }
    gtk_widget_add_controller(row.pointer, gesture)
  }

  /// Below the row that has the keyboard.
  func openMenuFromKeyboard() -> Bool {
    guard menu != nil, let row = focusedPlace, row.isChoice else { return false }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(row.widget, pointer, &bounds) != 0 else { return false }
    let (x, y) = (bounds.origin.x + min(bounds.size.width / 2, 120), bounds.origin.y + bounds.size.height / 2)
    openMenu(of: row.place, x: Double(x), y: Double(y))
    return true
  }

  /// What is not selected yet is, before anything can be done to it.
  private func openMenu(of place: Int, x: Double, y: Double) {
    guard let menu else { return }
    if !isSelected(place) { if clicksAdd { toggle(place) } else { moveSelection(to: place) } }
    let items = menu()
    guard !items.isEmpty else { return }
    popup?.close()
    let opened = PopupMenu(items, above: self)
    popup = opened
    opened.leaving = { [weak self] in self?.takeKeyboard(from: place) }
    opened.open(x: x, y: y) { [weak self, weak opened] in if self?.popup === opened { self?.popup = nil } }
  }

  /// The row that the menu was about has the keyboard again, wherever it stands now.
  private func takeKeyboard(from place: Int) {
    guard let row = isSelected(place) ? place : selectedPlaces.first else { return }
    focus(place: row)
  }
}
#endif
