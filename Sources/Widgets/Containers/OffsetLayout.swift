#if Desktop
internal import CAdwaita

/// Where the child of a widget lies that can be moved away: a layout of GTK's knows nothing but the widget, so that says how far it has been moved.
enum OffsetLayout {
  static func move(_ widget: UnsafeMutablePointer<GtkWidget>, _ offset: (x: Double, y: Double)) {
    set(widget, "vault-x", Int(offset.x))
    set(widget, "vault-y", Int(offset.y))
    gtk_widget_queue_allocate(widget)
  }

  private static func set(_ widget: UnsafeMutablePointer<GtkWidget>, _ key: String, _ value: Int) {
    g_object_set_data(
      UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), key,
      UnsafeMutableRawPointer(bitPattern: value))
  }

  private static func get(_ widget: UnsafeMutablePointer<GtkWidget>, _ key: String) -> Float {
    Float(
      Int(bitPattern: g_object_get_data(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), key)))
  }

  static let measure: GtkCustomMeasureFunc = { widget, orientation, size, least, wanted, _, _ in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    gtk_widget_measure(child, orientation, size, least, wanted, nil, nil)
  }

  /// That of a row, which is as wide as its list, whatever is in it: so nobody asks how wide two hundred rows would like to be.
  static let measureRow: GtkCustomMeasureFunc = { widget, orientation, size, least, wanted, _, _ in
    guard orientation == GTK_ORIENTATION_VERTICAL, let widget, let child = gtk_widget_get_first_child(widget) else {
      return
    }
    gtk_widget_measure(child, orientation, size, least, wanted, nil, nil)
  }

  static let allocate: GtkCustomAllocateFunc = { widget, width, height, baseline in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    var offset = graphene_point_t(x: get(widget, "vault-x"), y: get(widget, "vault-y"))
    let isMoved = offset.x != 0 || offset.y != 0
    gtk_widget_allocate(child, width, height, baseline, isMoved ? gsk_transform_translate(nil, &offset) : nil)
  }
}
#endif
