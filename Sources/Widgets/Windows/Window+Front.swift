#if Desktop
internal import CAdwaita

extension Window {
  /// The window itself, or what is open above it: a question about what is there stands above that.
  var front: UnsafeMutablePointer<GtkWindow> {
    var front: UnsafeMutablePointer<GtkWindow> = typed()
    while let above = Self.open.first(where: { gtk_window_get_transient_for($0) == front }) { front = above }
    return front
  }

  /// What is open above it, one above the other.
  public var above: [Widget] {
    var found: [Widget] = []
    var front: UnsafeMutablePointer<GtkWindow> = typed()
    while let next = Self.open.first(where: { gtk_window_get_transient_for($0) == front }) {
      found.append(Widget(UnsafeMutableRawPointer(next).assumingMemoryBound(to: GtkWidget.self)))
      front = next
    }
    return found
  }

  /// Whether this, or something above it, has the keyboard.
  public var isInFront: Bool { gtk_window_is_active(front) != 0 || gtk_window_is_active(typed()) != 0 }

  private static var open: [UnsafeMutablePointer<GtkWindow>] {
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    var found: [UnsafeMutablePointer<GtkWindow>] = []
    var next = list
    while let node = next {
      if let window = node.pointee.data?.assumingMemoryBound(to: GtkWindow.self),
        gtk_widget_get_visible(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)) != 0
      {
        found.append(window)
      }
      next = node.pointee.next
    }
    return found
  }
}
#endif
