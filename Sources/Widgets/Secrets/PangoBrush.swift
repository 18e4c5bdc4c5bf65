#if Desktop
internal import CAdwaita
internal import SecretText

/// Measures and draws pieces of a text in a widget's font and colour, one after the other: Pango holds no more than one of them.
final class PangoBrush {
  private let layout: NativeObject
  private unowned let widget: Widget
  private let cover: GlyphCover
  let lineHeight: Double
  /// The length of the longest piece since nothing was held, in bytes.
  private var longest = 0

  init(for widget: Widget) {
    guard let made = gtk_widget_create_pango_layout(widget.pointer, "Xg") else { fatalError("Pango makes no layout") }
    (layout, self.widget) = (NativeObject(owning: UnsafeMutableRawPointer(made)), widget)
    cover = GlyphCover(layout)
    var height: gint = 0
    pango_layout_get_pixel_size(made, nil, &height)
    lineHeight = Double(height)
  }

  private var scale: Double { Double(gtk_widget_get_scale_factor(widget.pointer)) }

  /// To be called before anything of a text is measured.
  func prepare(for text: UnsafeRawBufferPointer) { cover.prepare(for: text, scale: scale) }

  func width(of text: UnsafeRawBufferPointer, _ piece: Range<Int>) -> Double {
    set(text, piece)
    var width: gint = 0
    pango_layout_get_size(layout.opaque, &width, nil)
    return Double(width) / Double(PANGO_SCALE)
  }

  /// Draws lines from the top of a picture on.
  func draw(_ lines: [[SecretLayout.Piece]], of text: UnsafeRawBufferPointer, onto pixels: OpaquePointer?) {
    guard let context = cairo_create(pixels) else { return }
    defer { cairo_destroy(context) }
    var colour = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget.pointer), &colour)
    gdk_cairo_set_source_rgba(context, &colour)
    for piece in lines.joined() {
      set(text, piece.bytes)
      cover.note(layout)
    }
    cover.draw(scale: scale)
    for (number, line) in lines.enumerated() {
      for piece in line {
        set(text, piece.bytes)
        cairo_move_to(context, piece.x, Double(number) * lineHeight)
        pango_cairo_show_layout(context, layout.opaque)
      }
    }
    cover.finish(scale: scale)
    forget()
  }

  /// Holds no piece any more. Pango keeps one buffer for all it shapes, and HarfBuzz empties that without writing over it: the glyphs of a word would stay,
  /// each of which stands for a letter, until something as long is drawn.
  func forget() {
    if longest > 1 {
      let cover = String(repeating: "x", count: longest)
      pango_layout_set_text(layout.opaque, cover, gint(longest))
      pango_layout_get_size(layout.opaque, nil, nil)
    }
    longest = 0
    pango_layout_set_text(layout.opaque, "", 0)
  }

  private func set(_ text: UnsafeRawBufferPointer, _ piece: Range<Int>) {
    let bytes = UnsafeRawBufferPointer(rebasing: text[piece])
    longest = max(longest, bytes.count)
    // What is no text, or would be drawn as nothing, is drawn as the sign for that.
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes[0] >= 0x20 || bytes[0] == 0x09,
      g_utf8_validate(start, gssize(bytes.count), nil) != 0
    else { return pango_layout_set_text(layout.opaque, "\u{FFFD}", -1) }
    pango_layout_set_text(layout.opaque, start, gint(bytes.count))
  }
}
#endif
