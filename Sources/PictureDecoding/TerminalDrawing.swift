// The only file that imports CChafa. No pointer leaves it.
internal import CChafa

/// The part of a terminal that a picture is drawn in.
public struct DrawingArea: Equatable, Sendable {
  /// Cells across.
  public var columns: Int
  /// Cells down.
  public var rows: Int
  /// The pixels of a cell, across.
  public var cellWidth: Int
  /// The pixels of a cell, down.
  public var cellHeight: Int
  /// Whether characters beyond ASCII can be drawn with.
  public var hasUnicode: Bool

  /// Describes a part of a terminal.
  public init(columns: Int, rows: Int, cellWidth: Int, cellHeight: Int, hasUnicode: Bool) {
    (self.columns, self.rows) = (columns, rows)
    (self.cellWidth, self.cellHeight) = (cellWidth, cellHeight)
    self.hasUnicode = hasUnicode
  }
}

/// Draws pictures in terminals, by libchafa.
public enum TerminalDrawing {
  /// The picture as what has to be written to the terminal that this process's environment describes: an image where it
  /// takes those (Kitty's, Sixel, iTerm's), characters elsewhere.
  public static func text(_ pixels: Pixels, in area: DrawingArea) -> String {
    // The library would draw with a thread for each core.
    chafa_set_n_threads(1)
    let environment = g_get_environ()
    defer { g_strfreev(environment) }
    guard let terminal = chafa_term_db_detect(chafa_term_db_get_default(), environment) else { return "" }
    defer { chafa_term_info_unref(terminal) }
    guard let configuration = chafa_canvas_config_new() else { return "" }
    defer { chafa_canvas_config_unref(configuration) }
    configure(configuration, for: terminal, pixels, area)
    guard let canvas = chafa_canvas_new(configuration) else { return "" }
    defer { chafa_canvas_unref(canvas) }
    pixels.bytes.withUnsafeBufferPointer { bytes in
      chafa_canvas_draw_all_pixels(
        canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, bytes.baseAddress, gint(pixels.width), gint(pixels.height),
        gint(pixels.width * 4))
    }
    guard let drawn = chafa_canvas_print(canvas, terminal) else { return "" }
    defer { g_string_free(drawn, 1) }
    let bytes = UnsafeMutableBufferPointer<CChar>(start: drawn.pointee.str, count: Int(drawn.pointee.len))
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func configure(
    _ configuration: OpaquePointer, for terminal: OpaquePointer, _ pixels: Pixels, _ area: DrawingArea
  ) {
    var (columns, rows) = (gint(area.columns), gint(area.rows))
    let ratio = Float(area.cellWidth) / Float(area.cellHeight)
    chafa_calc_canvas_geometry(gint(pixels.width), gint(pixels.height), &columns, &rows, ratio, 0, 0)
    chafa_canvas_config_set_geometry(configuration, max(columns, 1), max(rows, 1))
    chafa_canvas_config_set_cell_geometry(configuration, gint(area.cellWidth), gint(area.cellHeight))
    chafa_canvas_config_set_pixel_mode(configuration, pixelMode(of: terminal))
    chafa_canvas_config_set_canvas_mode(configuration, canvasMode(of: terminal))
    guard let symbols = chafa_symbol_map_new() else { return }
    defer { chafa_symbol_map_unref(symbols) }
    let tags =
      area.hasUnicode
      ? CHAFA_SYMBOL_TAG_BLOCK.rawValue | CHAFA_SYMBOL_TAG_BORDER.rawValue | CHAFA_SYMBOL_TAG_SPACE.rawValue
      : CHAFA_SYMBOL_TAG_ASCII.rawValue
    chafa_symbol_map_add_by_tags(symbols, ChafaSymbolTags(tags))
    chafa_canvas_config_set_symbol_map(configuration, symbols)
  }

  private static func pixelMode(of terminal: OpaquePointer) -> ChafaPixelMode {
    // What a multiplexer shows is not what the terminal around it would.
    guard g_getenv("TMUX") == nil, g_getenv("STY") == nil else { return CHAFA_PIXEL_MODE_SYMBOLS }
    let modes = [
      (CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1, CHAFA_PIXEL_MODE_KITTY),
      (CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE, CHAFA_PIXEL_MODE_ITERM2),
      (CHAFA_TERM_SEQ_BEGIN_SIXELS, CHAFA_PIXEL_MODE_SIXELS),
    ]
    return modes.first { chafa_term_info_have_seq(terminal, $0.0) != 0 }?.1 ?? CHAFA_PIXEL_MODE_SYMBOLS
  }

  private static func canvasMode(of terminal: OpaquePointer) -> ChafaCanvasMode {
    let modes = [
      (CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT, CHAFA_CANVAS_MODE_TRUECOLOR),
      (CHAFA_TERM_SEQ_SET_COLOR_FGBG_256, CHAFA_CANVAS_MODE_INDEXED_240),
      (CHAFA_TERM_SEQ_SET_COLOR_FGBG_16, CHAFA_CANVAS_MODE_INDEXED_16),
    ]
    return modes.first { chafa_term_info_have_seq(terminal, $0.0) != 0 }?.1 ?? CHAFA_CANVAS_MODE_FGBG
  }
}
