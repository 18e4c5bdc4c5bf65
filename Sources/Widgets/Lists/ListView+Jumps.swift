#if Desktop
internal import CAdwaita

/// Home, End, Page Up and Page Down in a list. GTK's own stop where a row can't be chosen, as the first heading can't, or has not been made yet.
extension ListView {
  /// For how many frames a row is waited for that GTK has not laid out, or ``LateRows`` not made yet.
  private static let patience = 60

  func connectJumps() {
    for key in ["Home", "KP_Home"] { onKeysFirst(key) { [weak self] in self?.jump(to: 0, on: 1) ?? false } }
    for key in ["End", "KP_End"] {
      onKeysFirst(key) { [weak self] in self.map { $0.jump(to: $0.count - 1, on: -1) } ?? false }
    }
    for (key, step) in [("Page_Up", -1), ("KP_Page_Up", -1), ("Page_Down", 1), ("KP_Page_Down", 1)] {
      onKeysFirst(key) { [weak self] in self?.jumpPage(step) ?? false }
    }
  }

  private func jumpPage(_ step: Int) -> Bool {
    guard let focused = focusedPlace, let adjustment = gtk_scrollable_get_vadjustment(opaque) else { return false }
    let height = max(1, Double(gtk_widget_get_height(focused.widget)))
    // The last row of a page is the first one of the next.
    let rows = max(1, Int(gtk_adjustment_get_page_size(adjustment) / height) - 1)
    let place = min(max(focused.place + step * rows, 0), count - 1)
    // Beyond an end there is nothing: then it is the outermost that can be chosen.
    return jump(to: place, on: place == 0 || place == count - 1 ? -step : step)
  }

  /// Takes the keyboard, and what is selected as GTK does, to a place.
  ///
  /// - Parameter step: where to look further if it can't be chosen: 1 or -1.
  /// - Returns: whether the keyboard is in the list.
  private func jump(to place: Int, on step: Int) -> Bool {
    guard focusedPlace != nil, count > 0 else { return false }
    arrive(at: place, on: step, frames: Self.patience)
    return true
  }

  private func arrive(at place: Int, on step: Int, frames: Int) {
    scroll(to: place)
    // A heading is followed by a row that can be chosen.
    let rows = bound.filter { [place, place + step].contains($0.place) }
    guard rows.contains(where: { $0.place == place }),
      let row = rows.filter(\.isChoice).min(by: { abs($0.place - place) < abs($1.place - place) })
    else {
      guard frames > 0 else { return }
      return onNextFrame { [weak self] in self?.arrive(at: place, on: step, frames: frames - 1) }
    }
    if !clicksAdd { moveSelection(to: row.place) }
    gtk_widget_grab_focus(row.widget)
  }
}
#endif
