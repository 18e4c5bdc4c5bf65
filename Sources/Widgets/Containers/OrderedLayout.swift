#if Desktop
internal import CAdwaita

/// Where widgets lie below one another whose order is another one than that in which they are drawn: the last child of GTK's is drawn above the others. A layout of
/// GTK's knows nothing but the widgets, so that each says which place it has.
enum OrderedLayout {
  /// Gives a child its place, counted from 0.
  static func place(_ child: UnsafeMutablePointer<GtkWidget>, at place: Int) {
    g_object_set_data(object(child), "vault-place", UnsafeMutableRawPointer(bitPattern: place))
  }

  /// Sets how many pixels are between two.
  static func space(_ widget: UnsafeMutablePointer<GtkWidget>, _ pixels: Int) {
    g_object_set_data(object(widget), "vault-spacing", UnsafeMutableRawPointer(bitPattern: pixels))
  }

  private static func number(_ widget: UnsafeMutablePointer<GtkWidget>, _ key: String) -> Int {
    Int(bitPattern: g_object_get_data(object(widget), key))
  }

  private static func object(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
  }

  static let measure: GtkCustomMeasureFunc = { widget, orientation, size, least, wanted, _, _ in
    guard let widget else { return }
    var sizes: [(least: gint, wanted: gint)] = []
    for child in children(of: widget) where gtk_widget_should_layout(child) != 0 {
      var (lower, upper): (gint, gint) = (0, 0)
      gtk_widget_measure(child, orientation, size, &lower, &upper, nil, nil)
      sizes.append((lower, upper))
    }
    let isAlong = orientation == GTK_ORIENTATION_VERTICAL
    let space = gint(number(widget, "vault-spacing") * max(0, sizes.count - 1))
    least?.pointee = isAlong ? sizes.map(\.least).reduce(space, +) : sizes.map(\.least).max() ?? 0
    wanted?.pointee = isAlong ? sizes.map(\.wanted).reduce(space, +) : sizes.map(\.wanted).max() ?? 0
  }

  static let allocate: GtkCustomAllocateFunc = { widget, width, _, _ in
    guard let widget else { return }
    var place = graphene_point_t(x: 0, y: 0)
    let ordered = children(of: widget).filter { gtk_widget_should_layout($0) != 0 }
      .sorted { number($0, "vault-place") < number($1, "vault-place") }
    for child in ordered {
      var height: gint = 0
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
      gtk_widget_allocate(child, width, height, -1, gsk_transform_translate(nil, &place))
      place.y += Float(height) + Float(number(widget, "vault-spacing"))
    }
  }
}
#endif
