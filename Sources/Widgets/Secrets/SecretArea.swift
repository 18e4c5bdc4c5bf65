#if Desktop
internal import CAdwaita
public import SecretMemory
internal import SecretText

/// Shows a secret text, drawn piece by piece out of locked memory: GTK's labels and text views keep copies of what they have shown.
///
/// The text can't be selected, and assistive technology learns that there is one, not what it says.
public final class SecretArea: Widget {
  private var secret: SharedSecret?
  private var layout: SecretLayout?
  private var layoutWidth = 0.0
  private var brush: PangoBrush?

  /// Makes an empty one.
  ///
  /// - Parameter name: what assistive technology calls it.
  public init(name: String) {
    super.init(gtk_drawing_area_new())
    self.name(name)
    // The area outlives the function: its own end takes it away.
    let unowned = Unmanaged.passUnretained(self).toOpaque()
    gtk_drawing_area_set_draw_func(
      typed(),
      { _, context, width, _, area in
        guard let context, let area else { return }
        Unmanaged<SecretArea>.fromOpaque(area).takeUnretainedValue().draw(context, width: Double(width))
      }, unowned, nil)
  }

  isolated deinit { gtk_drawing_area_set_draw_func(typed(), nil, nil, nil) }

  /// Shows a text.
  public func show(_ secret: SharedSecret) {
    self.secret = secret
    layout = nil
    redraw()
  }

  /// Shows nothing; what it showed is erased with its last holder.
  public func clear() {
    secret = nil
    layout = nil
    brush = nil
    gtk_drawing_area_set_content_height(typed(), 0)
    redraw()
  }

  private func redraw() { gtk_widget_queue_draw(pointer) }

  private func draw(_ context: OpaquePointer, width: Double) {
    guard let secret else { return }
    let brush = brush ?? PangoBrush(for: self)
    self.brush = brush
    let lineCount = secret.bytes.withUnsafeBytes { text in
      let layout = laidOut(text, width, brush)
      draw(layout, of: text, brush, onto: context, width: width)
      return layout.lines.count
    }
    gtk_drawing_area_set_content_height(typed(), gint((Double(lineCount) * brush.lineHeight).rounded(.up)))
  }

  /// How many lines are drawn into pixels at once: a picture of cairo's has 32,767 rows at most.
  private static let bandLineCount = 100

  /// Draws into pixels first, band by band: what is drawn onto GTK's context is recorded there, letters and all.
  private func draw(
    _ layout: SecretLayout, of text: UnsafeRawBufferPointer, _ brush: PangoBrush, onto context: OpaquePointer,
    width: Double
  ) {
    for first in stride(from: 0, to: layout.lines.count, by: Self.bandLineCount) {
      let lines = layout.lines[first..<min(first + Self.bandLineCount, layout.lines.count)]
      let scale = Double(gtk_widget_get_scale_factor(pointer))
      let height = Double(lines.count) * brush.lineHeight
      let pixels = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width * scale), gint(height * scale))
      defer { cairo_surface_destroy(pixels) }
      cairo_surface_set_device_scale(pixels, scale, scale)
      brush.draw(Array(lines), of: text, onto: pixels)
      cairo_set_source_surface(context, pixels, 0, Double(first) * brush.lineHeight)
      cairo_paint(context)
    }
  }

  private func laidOut(_ text: UnsafeRawBufferPointer, _ width: Double, _ brush: PangoBrush) -> SecretLayout {
    if let layout, layoutWidth == width { return layout }
    let made = SecretLayout(text, width: width) { brush.width(of: text, $0) }
    brush.forget()
    (layout, layoutWidth) = (made, width)
    return made
  }
}
#endif
