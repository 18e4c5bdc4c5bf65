#if Desktop
internal import CAdwaita
internal import Localization

/// A message that drops from the top above a widget, until it is pressed or dismissed.
public final class DropBanner: Widget {
  private let revealer: Widget
  private let title = Label()
  private let text = Label()
  private var open: Button?

  /// Called when it is pressed.
  public var pressed: () -> Void = {}

  /// So many characters of a line are shown at most.
  private static let characterCount = 48

  /// Makes one that is not seen.
  public init(above child: Widget) {
    revealer = Widget(gtk_revealer_new())
    super.init(gtk_overlay_new())
    keep(child)
    gtk_overlay_set_child(opaque, child.pointer)
    gtk_overlay_add_overlay(opaque, revealer.pointer)
    revealer.align(horizontally: .center, vertically: .start)
    title.style("heading")
    for label in [title, text] {
      label.limit(lines: 1)
      // What is beside it stays in sight, however long a text is.
      label.limit(width: Self.characterCount)
    }
    let open = Button(content: Box(.vertical, spacing: 2, [title, text])) { [weak self] in self?.press() }
    let close = Button(icon: "window-close-symbolic", name: localized("Dismiss")) { [weak self] in self?.hide() }
    close.align(vertically: .center)
    for button in [open, close] { button.style("flat") }
    let content = Box(.horizontal, spacing: 6, [open, close])
    content.margin(6)
    content.style("card")
    content.style("drop-banner")
    let swipe = SwipeBox(content, .away)
    swipe.swiped = { [weak self] in self?.hide() }
    revealer.keep(swipe)
    gtk_revealer_set_child(revealer.opaque, swipe.pointer)
    self.open = open
    hide()
  }

  /// Whether it is seen.
  public var isShown: Bool { gtk_revealer_get_reveal_child(revealer.opaque) != 0 }

  /// Whether somebody points at it, or has the keyboard in it.
  public var isHeld: Bool { revealer.isPointedAt || revealer.hasFocus }

  /// Shows a message in place of the one before.
  public func show(title: String, text: String) {
    (self.title.text, self.text.text) = (title, text)
    self.text.isVisible = !text.isEmpty
    open?.name(text.isEmpty ? title : "\(title): \(text)")
    revealer.isVisible = true
    gtk_revealer_set_reveal_child(revealer.opaque, 1)
  }

  /// Takes it away, and lets go of what it said.
  public func hide() {
    pressed = {}
    (title.text, text.text) = ("", "")
    open?.name("")
    gtk_revealer_set_reveal_child(revealer.opaque, 0)
    revealer.isVisible = false
  }

  private func press() {
    let pressed = pressed
    hide()
    pressed()
  }
}
#endif
