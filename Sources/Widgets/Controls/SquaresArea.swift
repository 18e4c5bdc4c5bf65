#if Desktop
internal import CAdwaita

/// Dark and light squares, black on white whatever the theme, as a QR code has to be for a camera.
public final class SquaresArea: DrawnWidget {
  private var squares: [[Bool]] = []
  private let quietCount: Int

  /// Makes an empty one.
  ///
  /// - Parameters:
  ///   - name: what assistive technology calls it.
  ///   - side: pixels.
  ///   - quietCount: how many light squares are around the others.
  public init(name: String, side: Int, quietCount: Int) {
    self.quietCount = quietCount
    super.init(name: name)
    gtk_drawing_area_set_content_width(typed(), gint(side))
    height(Double(side))
    align(horizontally: .center, vertically: .center)
  }

  /// Shows squares, row by row, whether each is dark; none for nothing.
  public func show(_ squares: [[Bool]]) {
    self.squares = squares
    redraw()
  }

  override func draw(_ context: OpaquePointer, width: Double) {
    guard !squares.isEmpty else { return }
    let side = min(width, Double(gtk_widget_get_height(pointer)))
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_rectangle(context, 0, 0, side, side)
    cairo_fill(context)
    // Whole pixels: a square with a blurred edge is harder to read.
    let unit = (side / Double(squares.count + 2 * quietCount)).rounded(.down)
    let start = ((side - unit * Double(squares.count)) / 2).rounded(.down)
    cairo_set_source_rgb(context, 0, 0, 0)
    for (y, row) in squares.enumerated() {
      for (x, isDark) in row.enumerated() where isDark {
        cairo_rectangle(context, start + Double(x) * unit, start + Double(y) * unit, unit, unit)
      }
    }
    cairo_fill(context)
  }
}
#endif
