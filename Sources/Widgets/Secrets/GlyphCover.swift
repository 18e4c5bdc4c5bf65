#if Desktop
internal import CAdwaita

/// Takes from the libraries that draw letters the order in which they drew them.
///
/// They keep a picture of each glyph, by font and size, for as long as the program runs: cairo in the order of the first use, pixman in that of the
/// last one. No call has them forget one. A secret is drawn in a size of its own, so that its letters would stand there one after the other. So all
/// of its glyphs are drawn in the order of their numbers before and after it, together with those of an alphabet and of each block of Unicode in which
/// it has a letter. What several letters are joined to is a glyph of no block: these stay in the order of the text, and so do the letters of a text that has them
/// from more blocks than ``blockCount``.
@MainActor
final class GlyphCover {
  private let alphabet: NativeObject
  private var glyphs: [OpaquePointer: Set<CUnsignedLong>] = [:]
  /// The font that the alphabet was drawn in last, held so that no other has its address.
  private var warm: OpaquePointer?

  /// The blocks of which letters were drawn in that font, and their letters.
  private var blocks: [UInt32: NativeObject] = [:]

  /// So many blocks of letters are drawn: each has ``blockLetterCount``.
  private static let blockCount = 32
  private static let blockLetterCount: UInt32 = 128

  /// Letters of Latin, Greek and Cyrillic, digits and signs; with blanks between them none are joined.
  private static let letters: [ClosedRange<UInt32>] = [
    0x21...0x7E, 0xA1...0xAC, 0xAE...0x17F, 0x386...0x3CE, 0x400...0x45F, 0x490...0x491,
  ]

  /// - Parameter layout: of a widget; its font is the secret's.
  init(_ layout: NativeObject) {
    alphabet = Self.copy(layout, Self.letters.joined().compactMap(Unicode.Scalar.init).flatMap { [$0, " "] })
  }

  private static func copy(_ layout: NativeObject, _ letters: [Unicode.Scalar]) -> NativeObject {
    guard let copy = pango_layout_copy(layout.opaque) else { fatalError("Pango copies no layout") }
    pango_layout_set_text(copy, String(String.UnicodeScalarView(letters)), -1)
    return NativeObject(owning: UnsafeMutableRawPointer(copy))
  }

  isolated deinit { if let warm { cairo_scaled_font_destroy(warm) } }

  /// Has the alphabet, and all other letters in the neighbourhood of a text's, drawn in their own order before anything of the text is measured or drawn in this font.
  func prepare(for text: UnsafeRawBufferPointer, scale: Double) {
    defer { forget() }
    note(alphabet)
    guard let font = glyphs.max(by: { $0.value.count < $1.value.count })?.key else { return }
    let isWarm = font == warm
    if !isWarm {
      if let warm { cairo_scaled_font_destroy(warm) }
      warm = cairo_scaled_font_reference(font)
      blocks = [:]
    }
    let new = Self.blocks(of: text).filter { blocks[$0] == nil }.sorted().prefix(max(0, Self.blockCount - blocks.count))
    for block in new {
      let letters = Self.copy(alphabet, Self.letters(of: block))
      blocks[block] = letters
      note(letters)
    }
    if !isWarm || !new.isEmpty { draw(scale: scale) }
  }

  /// The blocks in which a text has letters that are not in the alphabet. No text is made of it on the way.
  private static func blocks(of text: UnsafeRawBufferPointer) -> Set<UInt32> {
    var (blocks, bytes, decoder) = (Set<UInt32>(), text.makeIterator(), Unicode.UTF8())
    while true {
      switch decoder.decode(&bytes) {
      case .emptyInput: return blocks
      case .error: continue
      case .scalarValue(let scalar):
        let isKnown = scalar.value <= 0x20 || letters.contains { $0.contains(scalar.value) }
        if !isKnown { blocks.insert(scalar.value / blockLetterCount) }
      }
    }
  }

  /// All letters of a block, each in every form in which it may be joined to others.
  private static func letters(of block: UInt32) -> [Unicode.Scalar] {
    let joiner: Unicode.Scalar = "\u{200D}"
    return (block * blockLetterCount..<(block + 1) * blockLetterCount).compactMap(Unicode.Scalar.init).flatMap {
      letter -> [Unicode.Scalar] in
      switch letter.properties.generalCategory {
      case .unassigned, .control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        []
      default: [letter, " ", letter, joiner, " ", joiner, letter, " ", joiner, letter, joiner, " "]
      }
    }
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
    for letters in blocks.values { note(letters) }
    draw(scale: scale)
    forget()
  }

  private func forget() {
    for font in glyphs.keys { cairo_scaled_font_destroy(font) }
    glyphs = [:]
  }
}
#endif
