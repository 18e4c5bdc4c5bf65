#if Desktop
internal import CAdwaita

/// Widgets in a row or a column.
public final class Box: Widget {
  /// Makes one.
  ///
  /// - Parameter spacing: pixels between two.
  public init(_ direction: Direction, spacing: Int = 0, _ children: [Widget] = []) {
    super.init(gtk_box_new(direction.native, gint(spacing)))
    for child in children { append(child) }
  }

  /// Adds a widget at the end.
  public func append(_ child: Widget) {
    keep(child)
    gtk_box_append(typed(), child.pointer)
  }

  /// Removes a widget.
  public func remove(_ child: Widget) {
    gtk_box_remove(typed(), child.pointer)
    release(child)
  }
}
#endif
