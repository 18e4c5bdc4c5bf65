#if Desktop
internal import CAdwaita

/// Pages of which one is seen, chosen by the program.
public final class PageStack: Widget {
  private var pages: [Widget] = []

  /// Makes one with its pages; the first is seen.
  public init(_ pages: [Widget]) {
    super.init(gtk_stack_new())
    self.pages = pages
    for page in pages { gtk_stack_add_child(opaque, page.pointer) }
    if let first = pages.first { show(first) }
  }

  /// Shows a page. The others are hidden from assistive technology, too.
  public func show(_ page: Widget) {
    page.isVisible = true
    gtk_stack_set_visible_child(opaque, page.pointer)
    for other in pages where other !== page { other.isVisible = false }
  }
}
#endif
