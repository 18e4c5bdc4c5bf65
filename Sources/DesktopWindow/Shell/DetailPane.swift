#if Desktop
internal import Widgets

/// What stands beside a list: what belongs to its selection, or a page that says why there is nothing.
final class DetailPane {
  private let nothing: StatusPage
  private let scrolled: ScrolledView
  private let pages: PageStack

  var widget: Widget { pages }

  /// - Parameters:
  ///   - texts: those of the content that wrap, and that a person may select and copy.
  init(icon: String, _ content: Box, texts: [Label]) {
    nothing = StatusPage(icon: icon)
    scrolled = ScrolledView(content)
    pages = PageStack([nothing, scrolled])
    for label in texts {
      label.wrap()
      label.makeSelectable()
    }
    content.margin(24)
    pages.expand(horizontally: true, vertically: true)
    pages.minimumSize(width: 320)
  }

  /// Shows the content.
  func showContent() { pages.show(scrolled) }

  /// Says why there is none.
  func tell(_ title: String, _ description: String) {
    nothing.show(title: title, description: description)
    pages.show(nothing)
  }
}
#endif
