#if Desktop
internal import CAdwaita

/// A widget that a finger, or the pointer with its button pressed, moves away. It goes back at once where that was not far enough: nothing of it moves by itself.
public final class SwipeBox: Widget {
  /// Where it can be moved to.
  public enum Way {
    /// To where lines begin: to the left, or to the right where lines are read from there.
    case start
    /// To both sides, and up.
    case away
  }

  /// Called when it has been moved far enough.
  public var swiped: () -> Void = {}
  /// Whether it can be moved now.
  public var mayMove: () -> Bool = { true }

  private let way: Way
  private var gesture: OpaquePointer?
  private var isMoving = false
  private var offset = (x: 0.0, y: 0.0) {
    didSet {
      // A row that is shown anew has not moved, and nothing has to be laid out again.
      if offset != oldValue { OffsetLayout.move(pointer, offset) }
    }
  }

  /// So many pixels are no slip.
  private static let slack = 16.0
  /// So many are far enough.
  private static let distance = 100.0

  /// Makes one around a widget.
  public init(_ child: Widget, _ way: Way) {
    self.way = way
    super.init(adw_bin_new())
    let measure = way == .start ? OffsetLayout.measureRow : OffsetLayout.measure
    gtk_widget_set_layout_manager(pointer, gtk_custom_layout_new(nil, measure, OffsetLayout.allocate))
    keep(child)
    adw_bin_set_child(typed(), child.pointer)
    style("swipe")
    connectDrag()
  }

  /// Back where it belongs. A drag that has begun ends with that: what it holds is another thing now.
  public func reset() {
    if let gesture { gtk_event_controller_reset(gesture) }
    goBack()
  }

  private func goBack() {
    isMoving = false
    offset = (0, 0)
    style("swiping", false)
  }

  private func connectDrag() {
    guard let made = gtk_gesture_drag_new() else { return }
    gesture = made
    gtk_event_controller_set_propagation_phase(made, GTK_PHASE_CAPTURE)
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(made)))
    handle.connect("drag-update") { [weak self] in self?.drag(x: $0.number(1), y: $0.number(2)) }
    handle.connect("drag-end") { [weak self] _ in self?.finish() }
    handle.connect("cancel") { [weak self] _ in self?.goBack() }
    gtk_widget_add_controller(pointer, made)
  }

  private func drag(x: Double, y: Double) {
    if !isMoving {
      let isMeant = max(abs(x), way == .away ? -y : 0) > Self.slack
      if way == .start, abs(y) > Self.slack, abs(y) > abs(x) { return deny() }
      guard isMeant else { return }
      guard mayMove() else { return deny() }
      isMoving = true
      style("swiping")
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
    }
    switch way {
    case .start: offset = (isMirrored ? max(0, x) : min(0, x), 0)
    case .away: offset = abs(x) >= -y ? (x, 0) : (0, min(0, y))
    }
  }

  private func deny() { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED) }

  private func finish() {
    let isFar = isMoving && max(abs(offset.x), abs(offset.y)) >= (way == .start ? Self.distance : Self.distance / 2)
    goBack()
    if isFar { swiped() }
  }

  private var isMirrored: Bool { gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL }
}
#endif
