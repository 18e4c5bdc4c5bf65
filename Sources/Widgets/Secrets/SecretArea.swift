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
      brush.begin(in: context)
      for (number, line) in layout.lines.enumerated() {
        for piece in line {
          brush.draw(text, piece.bytes, x: piece.x, y: Double(number) * brush.lineHeight, in: context)
        }
      }
      brush.forget()
      return layout.lines.count
    }
    gtk_drawing_area_set_content_height(typed(), gint((Double(lineCount) * brush.lineHeight).rounded(.up)))
  }

  private func laidOut(_ text: UnsafeRawBufferPointer, _ width: Double, _ brush: PangoBrush) -> SecretLayout {
    if let layout, layoutWidth == width { return layout }
    let made = SecretLayout(text, width: width) { brush.width(of: text, $0) }
    (layout, layoutWidth) = (made, width)
    return made
  }
}
#endif
