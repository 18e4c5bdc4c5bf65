#if Desktop
internal import CAdwaita
internal import SecretText

/// Lays out a secret text in a widget, and draws it piece by piece.
final class SecretPainter {
  private unowned let widget: Widget
  private let isEdited: Bool
  private let brush: PangoBrush
  private var kept: (layout: SecretLayout, width: Double)?

  /// - Parameter isEdited: whether a line break at the end begins another line.
  init(for widget: Widget, isEdited: Bool) {
    (self.widget, self.isEdited) = (widget, isEdited)
    brush = PangoBrush(for: widget)
  }

  /// Pixels from one line to the next.
  var lineHeight: Double { brush.lineHeight }

  /// How wide a part of a text is.
  func width(of text: UnsafeRawBufferPointer, _ part: Range<Int>) -> Double {
    defer { brush.forget() }
    brush.prepare(for: text)
    return brush.width(of: text, part)
  }

  /// The layout of a text, which is the one before while the text and the width are.
  func layout(_ text: UnsafeRawBufferPointer, width: Double) -> SecretLayout {
    if let kept, kept.width == width { return kept.layout }
    brush.prepare(for: text)
    let made = SecretLayout(text, width: width, isEdited: isEdited) { brush.width(of: text, $0) }
    brush.forget()
    kept = (made, width)
    return made
  }

  /// Lays out anew what has changed.
  func invalidate() { kept = nil }

  /// How many lines are drawn into pixels at once: a picture of cairo's has 32,767 rows at most.
  private static let bandLineCount = 100

  /// Draws into pixels first, band by band: what is drawn onto GTK's context is recorded there, letters and all.
  func draw(_ text: UnsafeRawBufferPointer, onto context: OpaquePointer, width: Double) {
    let layout = layout(text, width: width)
    for first in stride(from: 0, to: layout.lines.count, by: Self.bandLineCount) {
      let lines = layout.lines[first..<min(first + Self.bandLineCount, layout.lines.count)]
      let scale = Double(gtk_widget_get_scale_factor(widget.pointer))
      let height = Double(lines.count) * lineHeight
      let pixels = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width * scale), gint(height * scale))
      defer { cairo_surface_destroy(pixels) }
      cairo_surface_set_device_scale(pixels, scale, scale)
      brush.draw(Array(lines), of: text, onto: pixels)
      cairo_set_source_surface(context, pixels, 0, Double(first) * lineHeight)
      cairo_paint(context)
    }
  }
}
#endif
