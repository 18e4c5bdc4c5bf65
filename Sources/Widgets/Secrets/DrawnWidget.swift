#if Desktop
internal import CAdwaita

/// A widget that draws itself.
public class DrawnWidget: Widget {
  /// Makes one, which is a picture to assistive technology.
  ///
  /// - Parameter name: what assistive technology calls it.
  public init(name: String) {
    super.init(Self.make(GTK_ACCESSIBLE_ROLE_IMG))
    begin(name)
  }

  /// Makes one that assistive technology takes for something else.
  init(name: String, role: GtkAccessibleRole) {
    super.init(Self.make(role))
    begin(name)
  }

  private static func make(_ role: GtkAccessibleRole) -> UnsafeMutablePointer<GtkWidget> {
    guard let made = vault_drawing_area(role) else { fatalError("GTK makes no drawing area") }
    return made
  }

  private func begin(_ name: String) {
    self.name(name)
    // The area outlives the function: its own end takes it away.
    let unowned = Unmanaged.passUnretained(self).toOpaque()
    gtk_drawing_area_set_draw_func(
      typed(),
      { _, context, width, _, area in
        guard let context, let area else { return }
        Unmanaged<DrawnWidget>.fromOpaque(area).takeUnretainedValue().draw(context, width: Double(width))
      }, unowned, nil)
  }

  isolated deinit { gtk_drawing_area_set_draw_func(typed(), nil, nil, nil) }

  /// Draws it.
  ///
  /// - Parameter context: of cairo's.
  func draw(_ context: OpaquePointer, width: Double) {}

  /// Has it drawn again with the next frame.
  func redraw() { gtk_widget_queue_draw(pointer) }

  /// How high it is, in pixels.
  func height(_ pixels: Double) { gtk_drawing_area_set_content_height(typed(), gint(pixels.rounded(.up))) }
}
#endif
