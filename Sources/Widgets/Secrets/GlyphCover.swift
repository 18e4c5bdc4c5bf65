#if Desktop
internal import CAdwaita

/// Takes from the libraries that draw letters the order in which they drew them.
///
/// They keep a picture of each glyph, by font and size, for as long as the program runs: cairo in the order of the first use, pixman in that of the
/// last one. No call has them forget one. A secret is drawn in a size of its own, so that its letters would stand there one after the other. So all
/// of its glyphs are drawn in the order of their numbers before and after it, together with those of an alphabet: of a text in its letters nothing is
/// left, and of another one which letters it has.
@MainActor
final class GlyphCover {
  private let alphabet: NativeObject
  private var glyphs: [OpaquePointer: Set<CUnsignedLong>] = [:]
  /// The font that the alphabet was drawn in last, held so that no other has its address.
  private var warm: OpaquePointer?

  /// Letters of Latin, Greek and Cyrillic, digits and signs; with blanks between them none are joined.
  private static let letters: [ClosedRange<UInt32>] = [
    0x21...0x7E, 0xA1...0xAC, 0xAE...0x17F, 0x386...0x3CE, 0x400...0x45F, 0x490...0x491,
  ]

  /// - Parameter layout: of a widget; its font is the secret's.
  init(_ layout: NativeObject) {
    guard let copy = pango_layout_copy(layout.opaque) else { fatalError("Pango copies no layout") }
    alphabet = NativeObject(owning: UnsafeMutableRawPointer(copy))
    let text = String(
      String.UnicodeScalarView(Self.letters.joined().compactMap(Unicode.Scalar.init).flatMap { [$0, " "] }))
    pango_layout_set_text(copy, text, -1)
  }

  isolated deinit { if let warm { cairo_scaled_font_destroy(warm) } }

  /// Has the alphabet drawn in its own order before anything is measured or drawn in this font.
  func prepare(scale: Double) {
    note(alphabet)
    guard let font = glyphs.max(by: { $0.value.count < $1.value.count })?.key, font != warm else { return forget() }
    if let warm { cairo_scaled_font_destroy(warm) }
    warm = cairo_scaled_font_reference(font)
    draw(scale: scale)
    forget()
  }

  /// Notes the glyphs of a layout.
  func note(_ layout: NativeObject) {
    guard let place = pango_layout_get_iter(layout.opaque) else { return }
    defer { pango_layout_iter_free(place) }
    repeat {
      guard let run = pango_layout_iter_get_run_readonly(place)?.pointee, let item = run.item?.pointee,
        let string = run.glyphs?.pointee, let font = item.analysis.font,
        let scaled = pango_cairo_font_get_scaled_font(OpaquePointer(font))
      else { continue }
      if glyphs[scaled] == nil { glyphs[cairo_scaled_font_reference(scaled)] = [] }
      for index in 0..<Int(string.num_glyphs) {
        let glyph = string.glyphs[index].glyph
        // Greater numbers stand for nothing, or for a character that no font has.
        if glyph < PangoGlyph(PANGO_GLYPH_EMPTY) { glyphs[scaled]?.insert(CUnsignedLong(glyph)) }
      }
    } while pango_layout_iter_next_run(place) != 0
  }

  /// Draws all that was noted, in the order of the numbers, onto pixels that nobody sees.
  func draw(scale: Double) {
    let side = gint(64 * scale)
    let pixels = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side)
    defer { cairo_surface_destroy(pixels) }
    cairo_surface_set_device_scale(pixels, scale, scale)
    guard let context = cairo_create(pixels) else { return }
    defer { cairo_destroy(context) }
    for (font, numbers) in glyphs where !numbers.isEmpty {
      cairo_set_scaled_font(context, font)
      // A single one would be drawn past the cache.
      let sorted = (numbers.count == 1 ? Array(numbers) + numbers : numbers.sorted()).map {
        cairo_glyph_t(index: $0, x: 16, y: 40)
      }
      cairo_show_glyphs(context, sorted, gint(sorted.count))
    }
  }

  /// Draws the alphabet and all that was noted once more, and notes nothing any more.
  func finish(scale: Double) {
    note(alphabet)
    draw(scale: scale)
    forget()
  }

  private func forget() {
    for font in glyphs.keys { cairo_scaled_font_destroy(font) }
    glyphs = [:]
  }
}
#endif
