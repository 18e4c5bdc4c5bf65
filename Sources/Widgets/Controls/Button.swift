#if Desktop
internal import CAdwaita

/// Something to press.
public final class Button: Widget {
  /// Called when it is pressed.
  public var pressed: () -> Void

  /// Makes one with a word.
  public init(_ title: String, _ pressed: @escaping () -> Void = {}) {
    self.pressed = pressed
    super.init(gtk_button_new_with_label(title))
    connect("clicked") { [weak self] _ in self?.pressed() }
  }

  /// Makes one with a symbolic icon.
  ///
  /// - Parameter name: what assistive technology calls it, and what is shown beside the pointer.
  public init(icon: String, name: String, _ pressed: @escaping () -> Void = {}) {
    self.pressed = pressed
    super.init(gtk_button_new_from_icon_name(icon))
    toolTip = name
    self.name(name)
    connect("clicked") { [weak self] _ in self?.pressed() }
  }

  /// Makes one with anything on it.
  public init(content: Widget, _ pressed: @escaping () -> Void = {}) {
    self.pressed = pressed
    super.init(gtk_button_new())
    keep(content)
    gtk_button_set_child(typed(), content.pointer)
    connect("clicked") { [weak self] _ in self?.pressed() }
  }

  /// Shows another symbolic icon, for something else that it does now.
  ///
  /// - Parameter name: as it is made.
  public func show(icon: String, name: String) {
    gtk_button_set_icon_name(typed(), icon)
    toolTip = name
    self.name(name)
  }

  /// The word on it.
  public var title: String {
    get { gtk_button_get_label(typed()).map { String(cString: $0) } ?? "" }
    set { gtk_button_set_label(typed(), newValue) }
  }
}
#endif
