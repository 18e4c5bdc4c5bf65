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

  /// Adds a widget behind another one; at the beginning where none is named.
  public func insert(_ child: Widget, after other: Widget?) {
    keep(child)
    gtk_box_insert_child_after(typed(), child.pointer, other?.pointer)
  }

  /// Moves a widget behind another one; to the beginning where none is named.
  public func move(_ child: Widget, after other: Widget?) {
    gtk_box_reorder_child_after(typed(), child.pointer, other?.pointer)
  }

  /// Removes a widget.
  public func remove(_ child: Widget) {
    gtk_box_remove(typed(), child.pointer)
    release(child)
  }
}
#endif
