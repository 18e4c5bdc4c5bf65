#if Desktop
internal import Widgets

/// What stands beside a list: what belongs to its selection, or a page that says why there is nothing.
final class DetailPane {
  private let nothing: StatusPage
  private let scrolled: ScrolledView
  private let pages: PageStack
  private let texts: [Label]
  private let icon: String
  private var actions: Widget?

  var widget: Widget { pages }

  /// - Parameters:
  ///   - texts: those of the content that wrap, and that a person may select and copy.
  init(icon: String, _ content: Box, texts: [Label]) {
    self.texts = texts
    (nothing, self.icon) = (StatusPage(icon: icon), icon)
    scrolled = ScrolledView(content)
    pages = PageStack([nothing, scrolled])
    for label in texts {
      label.wrap()
      // The first one is the title; whoever reads by keyboard hears it anyway, and keys go on from the list.
      label.makeSelectable(byKeyboard: label !== texts.first)
    }
    content.margin(24)
    content.leaveRoomForMessages()
    pages.expand(horizontally: true, vertically: true)
    pages.minimumSize(width: 320)
  }

  /// Shows the content.
  func showContent() { pages.show(scrolled) }

  /// Says why there is none.
  ///
  /// - Parameter actions: what can be done all the same, always the same widget; nil for nothing.
  func tell(_ title: String, _ description: String, _ actions: Widget? = nil) {
    if let actions, actions !== self.actions {
      nothing.content(actions)
      self.actions = actions
    }
    self.actions?.isVisible = actions != nil
    // What a hidden page shows is still there to be read.
    for label in texts { label.text = "" }
    nothing.show(title: title, description: description)
    nothing.icon = icon
    pages.show(nothing)
  }

  /// Shows an empty page.
  func tellNothing() {
    tell("", "")
    nothing.icon = nil
  }
}
#endif
