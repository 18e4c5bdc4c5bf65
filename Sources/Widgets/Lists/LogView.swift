#if Desktop
internal import CAdwaita

/// Widgets below one another that grow at their end, which is seen unless a person has scrolled up. What is put above the first leaves in its
/// place what is seen. For a bounded number of widgets: all of them exist.
public final class LogView: Widget {
  private let column: Box
  private let scrolled: Widget
  private var rows: [Widget] = []
  private var isAtEnd = true
  /// How high everything was before something was put above it; nil otherwise.
  private var heightBefore: Double?

  /// Makes an empty one.
  ///
  /// - Parameter name: what assistive technology calls it.
  public init(name: String) {
    column = Box(.vertical, spacing: 6)
    scrolled = Widget(gtk_scrolled_window_new())
    super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    column.name(name)
    column.margin(12)
    column.align(vertically: .end)
    scrolled.expand(horizontally: true, vertically: true)
    scrolled.keep(column)
    gtk_scrolled_window_set_child(scrolled.opaque, column.pointer)
    keep(scrolled)
    gtk_box_append(typed(), scrolled.pointer)
    followEnd()
  }

  /// Shows these widgets; those that are shown already stay as they are.
  ///
  /// - Parameter isLongerAbove: whether widgets have come above the first one.
  public func show(_ new: [Widget], isLongerAbove: Bool = false) {
    if isLongerAbove, let adjustment { heightBefore = gtk_adjustment_get_upper(adjustment) }
    let kept = Set(new.map(ObjectIdentifier.init))
    for row in rows where !kept.contains(ObjectIdentifier(row)) { column.remove(row) }
    let present = Set(rows.map(ObjectIdentifier.init))
    var before: Widget?
    for row in new {
      if present.contains(ObjectIdentifier(row)) {
        column.move(row, after: before)
      } else {
        column.insert(row, after: before)
      }
      before = row
    }
    rows = new
  }

  /// Shows the end.
  public func scrollToEnd() {
    isAtEnd = true
    moveToEnd()
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    gtk_scrolled_window_get_vadjustment(scrolled.opaque)
  }

  private func followEnd() {
    guard let adjustment else { return }
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(adjustment)))
    handle.connect("value-changed") { [weak self] _ in
      guard let self, let adjustment = self.adjustment, heightBefore == nil else { return }
      isAtEnd = gtk_adjustment_get_value(adjustment) >= Self.end(of: adjustment) - 1
    }
    // While GTK lays out, what moves is not seen to move.
    handle.connect("changed") { [weak self] _ in Task { self?.grown() } }
  }

  private func grown() {
    guard let adjustment else { return }
    if let heightBefore {
      let growth = gtk_adjustment_get_upper(adjustment) - heightBefore
      self.heightBefore = nil
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + growth)
    } else if isAtEnd {
      moveToEnd()
    }
  }

  private func moveToEnd() {
    guard let adjustment else { return }
    gtk_adjustment_set_value(adjustment, Self.end(of: adjustment))
  }

  private static func end(of adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Double {
    gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
  }
}
#endif
