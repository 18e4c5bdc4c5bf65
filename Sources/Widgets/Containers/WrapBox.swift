#if Desktop
internal import CAdwaita

/// Widgets beside each other, in as many lines as they need.
public final class WrapBox: Widget {
  /// Makes one with its widgets.
  public init(_ children: [Widget]) {
    super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_widget_set_layout_manager(
      pointer,
      gtk_custom_layout_new({ _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, WrapLayout.measure, WrapLayout.allocate))
    for child in children { append(child) }
  }

  /// Adds a widget at the end.
  public func append(_ child: Widget) {
    keep(child)
    gtk_box_append(typed(), child.pointer)
  }
}

/// Where the widgets of a ``WrapBox`` lie.
private enum WrapLayout {
  private static let spacing: gint = 12

  private struct Piece {
    let child: UnsafeMutablePointer<GtkWidget>
    let width: gint
    let height: gint
  }

  /// - Parameter width: how much room there is; nil for as much as they want.
  private static func lines(of widget: UnsafeMutablePointer<GtkWidget>, width: gint?) -> [[Piece]] {
    let pieces = children(of: widget).filter { gtk_widget_should_layout($0) != 0 }.map { piece($0, width: width) }
    let lines = lines(of: pieces, width: width, most: pieces.count)
    guard lines.count > 1, let width else { return lines }
    // As many in each line as in the others: the last one is not left alone.
    let even = Self.lines(of: pieces, width: width, most: (pieces.count + lines.count - 1) / lines.count)
    return even.count == lines.count ? even : lines
  }

  private static func piece(_ child: UnsafeMutablePointer<GtkWidget>, width: gint?) -> Piece {
    var (least, wanted, height): (gint, gint, gint) = (0, 0, 0)
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, nil, nil)
    let taken = max(least, min(wanted, width ?? wanted))
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, taken, nil, &height, nil, nil)
    return Piece(child: child, width: taken, height: height)
  }

  /// - Parameter most: so many are in a line at most.
  private static func lines(of pieces: [Piece], width: gint?, most: Int) -> [[Piece]] {
    var lines: [[Piece]] = []
    var used: gint = 0
    for piece in pieces {
      let taken = piece.width
      if let last = lines.last, last.count == most { used = -1 }
      if let width, !lines.isEmpty, used + spacing + taken > width { used = -1 }
      if lines.isEmpty || used < 0 {
        lines.append([piece])
        used = taken
      } else {
        lines[lines.count - 1].append(piece)
        used += spacing + taken
      }
    }
    return lines
  }

  static let measure: GtkCustomMeasureFunc = { widget, orientation, size, least, wanted, _, _ in
    guard let widget else { return }
    let lines = WrapLayout.lines(of: widget, width: size < 0 || orientation == GTK_ORIENTATION_HORIZONTAL ? nil : size)
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      let gaps = gint(max(0, (lines.first?.count ?? 0) - 1)) * spacing
      wanted?.pointee = (lines.first ?? []).reduce(gaps) { $0 + $1.width }
      least?.pointee = children(of: widget).map { leastWidth($0) }.max() ?? 0
    } else {
      let gaps = gint(max(0, lines.count - 1)) * spacing
      let height = lines.reduce(gaps) { $0 + ($1.map(\.height).max() ?? 0) }
      wanted?.pointee = height
      least?.pointee = height
    }
  }

  static let allocate: GtkCustomAllocateFunc = { widget, width, _, _ in
    guard let widget else { return }
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    var top: gint = 0
    for line in lines(of: widget, width: width) {
      var left: gint = 0
      let height = line.map(\.height).max() ?? 0
      for piece in line {
        var place = GtkAllocation(
          x: isMirrored ? width - left - piece.width : left, y: top, width: piece.width, height: height)
        gtk_widget_size_allocate(piece.child, &place, -1)
        left += piece.width + spacing
      }
      top += height + spacing
    }
  }

  private static func leastWidth(_ child: UnsafeMutablePointer<GtkWidget>) -> gint {
    guard gtk_widget_should_layout(child) != 0 else { return 0 }
    var least: gint = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    return least
  }
}
#endif
