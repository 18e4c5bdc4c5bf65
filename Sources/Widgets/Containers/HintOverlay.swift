#if Desktop
internal import CAdwaita

/// Something that is said of what is typed, above what lies below the entry: that does not move when the one comes and goes. It takes no click.
public final class HintOverlay: Widget {
  private let anchor: Widget
  private let hint: Widget

  /// Makes one.
  ///
  /// - Parameters:
  ///   - hint: seen while it is visible, as wide as the entry.
  ///   - anchor: the entry, which is in the child.
  public init(_ child: Widget, saying hint: Widget, below anchor: Widget) {
    (self.hint, self.anchor) = (hint, anchor)
    super.init(gtk_overlay_new())
    keep(child)
    keep(hint)
    gtk_overlay_set_child(opaque, child.pointer)
    gtk_overlay_add_overlay(opaque, hint.pointer)
    gtk_widget_set_can_target(hint.pointer, 0)
    style(DropBanner.hinted)
    connectAsked("get-child-position") { [weak self] values in
      guard let place = self?.place(), let room = values.boxed(2)?.assumingMemoryBound(to: GdkRectangle.self) else {
        return false
      }
      room.pointee = place
      return true
    }
  }

  private func place() -> GdkRectangle? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(anchor.pointer, pointer, &bounds) != 0 else { return nil }
    let width = gint(bounds.size.width)
    var height: gint = 0
    gtk_widget_measure(hint.pointer, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    return GdkRectangle(
      x: gint(bounds.origin.x), y: gint(bounds.origin.y + bounds.size.height), width: width, height: height)
  }
}
#endif
