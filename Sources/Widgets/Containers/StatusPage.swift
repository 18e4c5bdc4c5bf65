#if Desktop
internal import CAdwaita

/// A page that has nothing to show, and says why.
public final class StatusPage: Widget {
  /// Makes one.
  public init(icon: String, title: String = "", description: String = "") {
    super.init(adw_status_page_new())
    self.icon = icon
    adw_status_page_set_icon_name(opaque, icon)
    show(title: title, description: description)
    clipLabels()
  }

  /// Says something else.
  public func show(title: String, description: String) {
    // libadwaita takes the title as it is, and the description for markup.
    adw_status_page_set_title(opaque, title.drawn)
    adw_status_page_set_description(opaque, Markup.escaped(description.drawn))
    // Where nothing in it takes the keyboard, it stops here, and scrolls by it.
    let name = [title, description].filter { !$0.isEmpty }.joined(separator: ": ")
    for scrolled in parts(of: pointer, named: "GtkScrolledWindow") { setName(of: scrolled, name) }
  }

  /// The name of its icon; nil for none.
  public var icon: String? {
    didSet { adw_status_page_set_icon_name(opaque, icon) }
  }

  /// What stands below the text.
  public func content(_ widget: Widget) {
    keep(widget)
    adw_status_page_set_child(opaque, widget.pointer)
  }
}
#endif
