#if Desktop
internal import CAdwaita

/// Which rows of a list are made when: those that may be seen at once, the others when there is nothing else to do.
///
/// GTK asks for two hundred rows as soon as a list has so many places, of which twenty are seen. To make all of them in one go takes longer than
/// anybody should wait for what they have typed meanwhile.
@MainActor
final class LateRows {
  typealias Item = UnsafeMutableRawPointer

  /// As many as the highest screen shows.
  private static let seen = 40
  /// How long the main loop may be held up, in microseconds.
  private static let slice = 6000

  private let make: (Item) -> Void
  /// In the order in which they are made.
  private var waiting: [Item] = []
  private var source: guint = 0

  /// - Parameter make: makes the row of an item.
  init(_ make: @escaping (Item) -> Void) { self.make = make }

  isolated deinit {
    if source != 0 { g_source_remove(source) }
  }

  /// Makes the row of an item, or has that wait and leaves as much room as the others take.
  ///
  /// - Parameter made: those that there are.
  func make(_ item: Item, beside made: some Collection<any ListRow>) {
    guard made.count >= Self.seen, let row = made.first else { return make(item) }
    var height: gint = 0
    gtk_widget_measure(row.widget.pointer, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
    let room = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_size_request(room, -1, height)
    gtk_list_item_set_child(OpaquePointer(item), room)
    waiting.append(item)
    if source == 0 { begin() }
  }

  /// An item is not to have a row any more.
  func forget(_ item: Item) { waiting.removeAll { $0 == item } }

  private func begin() {
    source = g_idle_add_full(
      G_PRIORITY_DEFAULT_IDLE,
      { rows in
        guard let rows else { return 0 }
        return Unmanaged<LateRows>.fromOpaque(rows).takeUnretainedValue().goOn() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  /// - Returns: whether there is more to do.
  private func goOn() -> Bool {
    let end = g_get_monotonic_time() + gint64(Self.slice)
    while !waiting.isEmpty {
      make(waiting.removeFirst())
      if g_get_monotonic_time() > end { break }
    }
    if waiting.isEmpty { source = 0 }
    return !waiting.isEmpty
  }
}
#endif
