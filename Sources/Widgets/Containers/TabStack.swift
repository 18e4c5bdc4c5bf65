#if Desktop
internal import CAdwaita

/// Pages of which one is seen, with a switcher that is in the header bar where there is room, else at the bottom.
public final class TabStack: Widget {
  /// What is in the header bar.
  public let title: Widget
  /// What is at the bottom.
  public let bar: Widget
  /// They live as long as the stack.
  private var pages: [String: OpaquePointer] = [:]

  /// What makes the pages that nobody has seen yet.
  private var unseen: [(holder: Box, id: String, make: () -> Widget)] = []

  private var order: [String] = []
  private var titles: [String: String] = [:]

  /// Makes one without a page.
  public init() {
    title = Widget(adw_view_switcher_title_new())
    bar = Widget(adw_view_switcher_bar_new())
    super.init(adw_view_stack_new())
    adw_view_switcher_title_set_stack(title.opaque, opaque)
    adw_view_switcher_bar_set_stack(bar.opaque, opaque)
    title.connect("notify::title-visible") { [weak self] _ in self?.placeSwitcher() }
    onSelect { [weak self] in
      if let selected = self?.selected { self?.makeNow(selected) }
      self?.follow()
    }
  }

  /// Adds a page. The first frame does not wait for the others: each is made when it is selected, or after that frame.
  ///
  /// - Parameters:
  ///   - id: what it is called by ``select(_:)``.
  ///   - icon: the name of a symbolic icon.
  ///   - make: makes what is seen of it.
  public func add(id: String, title: String, icon: String, _ make: @escaping () -> Widget) {
    let page = Box(.vertical)
    keep(page)
    if order.isEmpty { makeLater() }
    unseen.append((page, id, make))
    guard let added = adw_view_stack_add_titled(opaque, page.pointer, id, title) else { return }
    adw_view_stack_page_set_icon_name(added, icon)
    pages[id] = added
    order.append(id)
    titles[id] = title
    if selected == id {
      makeNow(id)
      follow()
    }
    // Where text is large, a name ends before its place does, in place of a window that can't be narrow.
    for label in parts(of: bar.pointer, named: "GtkLabel") {
      gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
    }
  }

  /// Says beside a page's title how much in it is new.
  public func badge(_ id: String, _ count: Int) {
    guard let page = pages[id] else { return }
    adw_view_stack_page_set_badge_number(page, guint(max(0, count)))
    adw_view_stack_page_set_needs_attention(page, count > 0 ? 1 : 0)
  }

  /// Which page is seen.
  public var selected: String? { adw_view_stack_get_visible_child_name(opaque).map { String(cString: $0) } }

  /// Calls a closure whenever another page is seen.
  public func onSelect(_ body: @escaping () -> Void) { connect("notify::visible-child") { _ in body() } }

  /// Shows a page.
  public func select(_ id: String) {
    makeNow(id)
    adw_view_stack_set_visible_child_name(opaque, id)
  }

  private func makeNow(_ id: String) {
    guard let place = unseen.firstIndex(where: { $0.id == id }) else { return }
    let page = unseen.remove(at: place)
    page.holder.append(page.make())
  }

  /// One with every second frame, so that neither the first one nor another is late for all of them.
  private func makeLater() {
    onNextFrame { [weak self] in
      self?.onNextFrame { [weak self] in
        guard let self, let first = unseen.first else { return }
        makeNow(first.id)
        makeLater()
      }
    }
  }

  /// Where the switcher is at the bottom, the page's name is the heading. The keyboard stays at no button of another page.
  private func follow() {
    guard let selected, let place = order.firstIndex(of: selected) else { return }
    adw_view_switcher_title_set_title(title.opaque, titles[selected] ?? "")
    for switcher in [title, bar] where switcher.hasFocus {
      let buttons = parts(of: switcher.pointer, named: "AdwViewSwitcherButton").filter {
        gtk_widget_get_mapped($0) != 0
      }
      if buttons.count == order.count { gtk_widget_grab_focus(buttons[place]) }
    }
  }

  private func placeSwitcher() {
    adw_view_switcher_bar_set_reveal(bar.opaque, adw_view_switcher_title_get_title_visible(title.opaque))
  }
}
#endif
