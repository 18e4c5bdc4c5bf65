#if Desktop
internal import CAdwaita

/// Widgets below one another that a person moves by a handle, with a finger or the pointer. By keyboard they are moved in another way.
public final class ReorderColumn: Widget {
  private var places: [Widget] = []

  /// Called when one was moved to another place; both are counted from 0.
  public var moved: (_ from: Int, _ place: Int) -> Void = { _, _ in }

  /// Makes an empty one.
  ///
  /// - Parameter spacing: pixels between two.
  public init(spacing: Int) {
    super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    OrderedLayout.space(pointer, spacing)
    gtk_widget_set_layout_manager(
      pointer, gtk_custom_layout_new(nil, OrderedLayout.measure, OrderedLayout.allocate))
  }

  /// Shows these and no others.
  public func show(_ rows: [Widget]) {
    for place in places {
      gtk_box_remove(typed(), place.pointer)
      release(place)
    }
    places = rows.map { self.place($0, hasHandle: rows.count > 1) }
    for (number, place) in places.enumerated() {
      OrderedLayout.place(place.pointer, at: number)
      gtk_box_append(typed(), place.pointer)
    }
  }

  /// Has one drawn above the others while it is moved, on a ground of its own; nil for none.
  private func raise(_ moved: Widget?) {
    for place in places { gtk_widget_insert_before(place.pointer, pointer, nil) }
    if let moved { gtk_widget_insert_before(moved.pointer, pointer, nil) }
    for place in places { place.style("dragged", place === moved) }
  }

  private func place(_ row: Widget, hasHandle: Bool) -> Widget {
    let handle = Icon("list-drag-handle-symbolic")
    handle.isVisible = hasHandle
    handle.style("dim-label")
    gtk_widget_set_cursor_from_name(handle.pointer, "grab")
    row.expand(horizontally: true)
    let content = Box(.horizontal, spacing: 6, [handle, row])
    let place = Widget(adw_bin_new())
    gtk_widget_set_layout_manager(
      place.pointer, gtk_custom_layout_new(nil, OffsetLayout.measure, OffsetLayout.allocate))
    place.keep(content)
    adw_bin_set_child(place.typed(), content.pointer)
    keep(place)
    connectDrag(of: handle, moving: place)
    return place
  }

  private func connectDrag(of handle: Widget, moving place: Widget) {
    guard let gesture = gtk_gesture_drag_new() else { return }
    let kept = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(gesture)))
    kept.connect("drag-begin") { [weak self, weak handle, weak place] values in
      guard let handle, let place else { return }
      let isMeant = Self.bounds(of: handle, in: place).map {
        let (x, y) = (Float(values.number(1)), Float(values.number(2)))
        return ($0.origin.x...($0.origin.x + $0.size.width)).contains(x)
          && ($0.origin.y...($0.origin.y + $0.size.height)).contains(y)
      }
      gtk_gesture_set_state(gesture, isMeant == true ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
      if isMeant == true { self?.raise(place) }
    }
    kept.connect("drag-update") { [weak place] in
      if let place { OffsetLayout.move(place.pointer, (0, $0.number(2))) }
    }
    kept.connect("cancel") { [weak self, weak place] _ in
      if let place { OffsetLayout.move(place.pointer, (0, 0)) }
      self?.raise(nil)
    }
    kept.connect("drag-end") { [weak self, weak place] in
      guard let self, let place else { return }
      OffsetLayout.move(place.pointer, (0, 0))
      raise(nil)
      finish(place, by: $0.number(2))
    }
    // Not on the handle: what is told of a gesture is told from where its widget is, and that moves.
    gtk_widget_add_controller(place.pointer, gesture)
  }

  private func finish(_ place: Widget, by distance: Double) {
    guard let from = places.firstIndex(where: { $0 === place }), let own = middle(of: place) else { return }
    let to = places.filter { $0 !== place && (middle(of: $0) ?? 0) < own + distance }.count
    if to != from { moved(from, to) }
  }

  private func middle(of place: Widget) -> Double? {
    Self.bounds(of: place, in: self).map { Double($0.origin.y + $0.size.height / 2) }
  }

  private static func bounds(of widget: Widget, in other: Widget) -> graphene_rect_t? {
    var bounds = graphene_rect_t()
    return gtk_widget_compute_bounds(widget.pointer, other.pointer, &bounds) != 0 ? bounds : nil
  }
}
#endif
