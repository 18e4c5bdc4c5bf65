#if Desktop
internal import CAdwaita

/// Widgets in rows and columns.
///
/// For texts that wrap beside something else: a box asks them how narrow they can be at each height, and for a long text that takes seconds.
public final class Grid: Widget {
  /// Makes an empty one.
  ///
  /// - Parameter spacing: pixels between two columns; `rowSpacing` between two rows.
  public init(spacing: Int, rowSpacing: Int) {
    super.init(gtk_grid_new())
    gtk_grid_set_column_spacing(typed(), guint(spacing))
    gtk_grid_set_row_spacing(typed(), guint(rowSpacing))
  }

  /// Puts a widget into a cell, counted from 0.
  public func put(_ child: Widget, column: Int, row: Int) {
    keep(child)
    gtk_grid_attach(typed(), child.pointer, gint(column), gint(row), 1, 1)
  }
}
#endif
