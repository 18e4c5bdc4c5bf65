#if Desktop
internal import CAdwaita

/// What the pointer and fingers do with a picture: the wheel zooms about the pointer, two fingers about what is between them, and a drag moves what is larger than the room.
extension ZoomView {
  /// A part of the picture, and where it is seen.
  struct Anchor {
    /// From the upper left corner, as a fraction of the whole.
    let part: (x: Double, y: Double)
    /// From the upper left corner of the room, in pixels.
    var place: (x: Double, y: Double)
  }

  /// What is at a point, or in the middle; nil where nothing is shown.
  func anchor(at point: (x: Double, y: Double)?) -> Anchor? {
    let size = shownSize
    guard size.width > 0, size.height > 0, let horizontal, let vertical else { return nil }
    let place = point ?? (horizontal.room / 2, vertical.room / 2)
    return Anchor(
      part: (horizontal.part(of: size.width, at: place.x), vertical.part(of: size.height, at: place.y)), place: place)
  }

  /// Scrolls so that a part of the picture is seen where it was before.
  func move(to anchor: Anchor) {
    let size = shownSize
    horizontal?.scroll(to: anchor.part.x * size.width - anchor.place.x, of: size.width)
    vertical?.scroll(to: anchor.part.y * size.height - anchor.place.y, of: size.height)
  }

  func zoomWithWheel() {
    guard let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL) else { return }
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    let handler: @convention(c) (OpaquePointer?, Double, Double, UnsafeMutableRawPointer?) -> gboolean = {
      wheel, _, turn, box in
      guard let view = WeakBox<ZoomView>.object(in: box),
        gtk_event_controller_get_current_event_state(wheel).rawValue & GDK_CONTROL_MASK.rawValue != 0
      else { return 0 }
      view.zoom(turn < 0 ? view.current * ZoomView.step : view.current / ZoomView.step, at: view.pointed)
      return 1
    }
    g_signal_connect_data(
      UnsafeMutableRawPointer(wheel), "scroll", unsafeBitCast(handler, to: GCallback.self), WeakBox.retained(self),
      releaseBox, GConnectFlags(rawValue: 0))
    // The view takes it over, and ends with it.
    gtk_widget_add_controller(pointer, wheel)
  }

  func followPointer() {
    guard let motion = gtk_event_controller_motion_new() else { return }
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(motion)))
    for signal in ["enter", "motion"] {
      handle.connect(signal) { [weak self] in self?.pointed = ($0.number(1), $0.number(2)) }
    }
    handle.connect("leave") { [weak self] _ in self?.pointed = nil }
    gtk_widget_add_controller(pointer, motion)
  }

  func moveByDragging() {
    guard let drag = gtk_gesture_drag_new() else { return }
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(drag)))
    handle.connect("drag-begin") { [weak self] _ in
      self?.grabbed = (self?.horizontal?.value ?? 0, self?.vertical?.value ?? 0)
    }
    handle.connect("drag-update") { [weak self] in
      guard let self, factor != nil else { return }
      let size = shownSize
      horizontal?.scroll(to: grabbed.x - $0.number(1), of: size.width)
      vertical?.scroll(to: grabbed.y - $0.number(2), of: size.height)
    }
    gtk_widget_add_controller(pointer, drag)
  }

  func zoomByPinching() {
    guard let pinch = gtk_gesture_zoom_new() else { return }
    gtk_event_controller_set_propagation_phase(pinch, GTK_PHASE_CAPTURE)
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(pinch)))
    handle.connect("begin") { [weak self] _ in
      guard let self, let anchor = anchor(at: Self.middle(of: pinch)) else { return }
      gtk_gesture_set_state(pinch, GTK_EVENT_SEQUENCE_CLAIMED)
      pinched = (anchor, current)
    }
    handle.connect("scale-changed") { [weak self] in
      guard let self, var pinched else { return }
      // The fingers take along what is between them.
      if let middle = Self.middle(of: pinch) { pinched.anchor.place = middle }
      zoom(pinched.factor * $0.number(1), to: pinched.anchor)
    }
    handle.connect("end") { [weak self] _ in self?.pinched = nil }
    gtk_widget_add_controller(pointer, pinch)
  }

  /// The point between the fingers of a gesture; nil where there are none.
  private static func middle(of gesture: OpaquePointer) -> (x: Double, y: Double)? {
    var (x, y) = (0.0, 0.0)
    return gtk_gesture_get_bounding_box_center(gesture, &x, &y) != 0 ? (x, y) : nil
  }

  private var horizontal: ScrollAxis? {
    gtk_scrolled_window_get_hadjustment(opaque).map {
      ScrollAxis(adjustment: $0, room: Double(gtk_widget_get_width(pointer)))
    }
  }

  private var vertical: ScrollAxis? {
    gtk_scrolled_window_get_vadjustment(opaque).map {
      ScrollAxis(adjustment: $0, room: Double(gtk_widget_get_height(pointer)))
    }
  }
}

/// One direction in which a picture is scrolled. Lengths are in pixels.
private struct ScrollAxis {
  let adjustment: UnsafeMutablePointer<GtkAdjustment>
  /// What is seen at once.
  let room: Double

  /// What has been scrolled away at the beginning.
  var value: Double { gtk_adjustment_get_value(adjustment) }

  /// Which part of a length is at a place of the room, as a fraction: what fits lies in the middle.
  func part(of length: Double, at place: Double) -> Double {
    let beginning = length > room ? -value : (room - length) / 2
    return min(max((place - beginning) / length, 0), 1)
  }

  /// Scrolls something of a length that GTK hears of with the next frame.
  func scroll(to value: Double, of length: Double) {
    gtk_adjustment_set_upper(adjustment, max(room, length))
    // Between two pixels of the screen, each would show a part of two of the picture's.
    gtk_adjustment_set_value(adjustment, value.rounded())
  }
}
#endif
