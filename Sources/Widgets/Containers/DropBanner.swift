#if Desktop
internal import CAdwaita
internal import Localization

/// A message that drops from the top above a widget, until it is pressed or dismissed.
public final class DropBanner: Widget {
  private let revealer: Widget
  private let title = Label()
  private let text = Label()
  private var open: Button?
  private var isWatching = false

  /// Called when it is pressed.
  public var pressed: () -> Void = {}
  /// Called when it has been taken away, by whatever.
  public var hidden: () -> Void = {}

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
    connectAsked("get-child-position") { [weak self] values in
      guard let self, let room = values.boxed(2)?.assumingMemoryBound(to: GdkRectangle.self) else { return false }
      room.pointee = place()
      return true
    }
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
    watchFocus()
    gtk_revealer_set_reveal_child(revealer.opaque, 1)
  }

  /// Takes it away, and lets go of what it said.
  public func hide() {
    pressed = {}
    (title.text, text.text) = ("", "")
    open?.name("")
    gtk_revealer_set_reveal_child(revealer.opaque, 0)
    revealer.isVisible = false
    hidden()
  }

  /// Keeps it off what somebody types in, as soon as they do, as ``ToastOverlay`` does at the bottom.
  private func watchFocus() {
    guard !isWatching, let root = gtk_widget_get_root(pointer) else { return }
    isWatching = true
    NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(root))).connect("notify::focus-widget") { [weak self] _ in
      if let self { gtk_widget_queue_allocate(pointer) }
    }
  }

  /// Where it stands: in the middle, and below what somebody types in. It is asked for with each change of what is below.
  private func place() -> GdkRectangle {
    var (width, height): (gint, gint) = (0, 0)
    gtk_widget_measure(revealer.pointer, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    width = min(width, gtk_widget_get_width(pointer))
    gtk_widget_measure(revealer.pointer, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    return GdkRectangle(
      x: (gtk_widget_get_width(pointer) - width) / 2, y: gint(typingEnd ?? 0), width: width, height: height)
  }

  /// Where an entry ends, from the top, that has the keyboard and lies where this drops, with what is said of what is typed; nil where none does.
  private var typingEnd: Float? {
    guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root), vault_is_typed_in(focus) != 0
    else { return nil }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(focus, pointer, &bounds) != 0, bounds.origin.y < Self.height else { return nil }
    let end = bounds.origin.y + bounds.size.height + Self.gap
    var next = gtk_widget_get_parent(focus)
    while let part = next, part != pointer {
      if gtk_widget_has_css_class(part, Self.hinted) != 0, let hint = gtk_widget_get_last_child(part),
        gtk_widget_get_visible(hint) != 0, gtk_widget_compute_bounds(hint, pointer, &bounds) != 0
      {
        return max(end, bounds.origin.y + bounds.size.height + Self.margin)
      }
      next = gtk_widget_get_parent(part)
    }
    return end
  }

  /// The class of what has an entry, and as its last child what is said of what is typed there: this stands below that.
  static let hinted = "hinted"

  /// About as much as it takes at the top, in pixels.
  private static let height: Float = 80
  /// Room for a line that says below an entry what was understood.
  private static let gap: Float = 30
  private static let margin: Float = 6

  private func press() {
    let pressed = pressed
    hide()
    pressed()
  }
}
#endif
