#if Desktop
internal import CAdwaita

/// Which rows are near to what is seen. GTK keeps two hundred, of which a window shows ten: what takes much memory is in those alone that are near.
extension ListView {
  /// Follows how far somebody has scrolled.
  func follow(_ scrolled: Widget) {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.opaque) else { return }
    let held = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(adjustment)))
    for signal in ["value-changed", "changed"] { held.connect(signal) { [weak self] _ in self?.lookAround() } }
  }

  /// The places that are seen, and half a page above and below; before it is known, as many as a page has about.
  var near: Range<Int> {
    guard let adjustment = gtk_scrollable_get_vadjustment(opaque), count > 0 else { return 0..<0 }
    let page = gtk_adjustment_get_page_size(adjustment)
    let height = gtk_adjustment_get_upper(adjustment) / Double(count)
    guard page > 0, height >= 1 else { return 0..<min(count, Self.firstPage) }
    let top = gtk_adjustment_get_value(adjustment)
    let first = max(0, Int((top - page / 2) / height))
    return first..<max(first, min(count, Int((top + page * 1.5) / height) + 1))
  }

  private static let firstPage = 20

  /// Whether a place is seen, or the larger part of it.
  public func isSeen(_ place: Int) -> Bool {
    guard let row = bound.first(where: { $0.place == place })?.widget, gtk_widget_get_mapped(row) != 0 else {
      return false
    }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(row, pointer, &bounds) != 0 else { return false }
    let middle = bounds.origin.y + bounds.size.height / 2
    return (0...Float(gtk_widget_get_height(pointer))).contains(middle)
  }

  /// Leaves so many pixels below the last row that is seen.
  public func leaveRoomBelow(_ pixels: Int) { gtk_widget_set_margin_bottom(pointer, gint(pixels)) }
}
#endif
