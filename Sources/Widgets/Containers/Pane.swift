#if Desktop
internal import CAdwaita

/// One side of a ``SplitView``: as wide as its share, whatever is in it, unless that needs more.
final class Pane: Widget {
  /// What a side wants, in pixels; what is left over is halved. A side is told apart by its name, since a layout of GTK's knows nothing else.
  private static let widths: [String: gint] = ["list": 360, "detail": 440]

  /// - Parameter side: `list` or `detail`.
  init(_ side: String, _ child: Widget) {
    super.init(adw_bin_new())
    gtk_widget_set_name(pointer, side)
    gtk_widget_set_layout_manager(pointer, gtk_custom_layout_new(nil, Self.measure, Self.allocate))
    expand(horizontally: true, vertically: true)
    keep(child)
    adw_bin_set_child(typed(), child.pointer)
  }

  private static let measure: GtkCustomMeasureFunc = { widget, orientation, size, least, wanted, _, _ in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    gtk_widget_measure(child, orientation, size, least, wanted, nil, nil)
    guard orientation == GTK_ORIENTATION_HORIZONTAL, let side = gtk_widget_get_name(widget) else { return }
    wanted?.pointee = max(least?.pointee ?? 0, widths[String(cString: side)] ?? 0)
  }

  private static let allocate: GtkCustomAllocateFunc = { widget, width, height, baseline in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    gtk_widget_allocate(child, width, height, baseline, nil)
  }
}
#endif
