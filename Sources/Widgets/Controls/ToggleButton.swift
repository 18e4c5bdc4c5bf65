#if Desktop
internal import CAdwaita

/// A button that stays pressed.
public final class ToggleButton: Widget {
  private var isSetting = false

  /// Called when a person changes it, not for ``isOn``.
  public var toggled: (_ isOn: Bool) -> Void

  /// Makes one that is off.
  public init(_ title: String, _ toggled: @escaping (_ isOn: Bool) -> Void = { _ in }) {
    self.toggled = toggled
    super.init(gtk_toggle_button_new_with_label(title))
    connectToggled()
  }

  /// Makes one with a symbolic icon, that is off.
  ///
  /// - Parameter name: what assistive technology calls it, and what is shown beside the pointer.
  public init(icon: String, name: String, _ toggled: @escaping (_ isOn: Bool) -> Void = { _ in }) {
    self.toggled = toggled
    super.init(gtk_toggle_button_new())
    gtk_button_set_icon_name(typed(), icon)
    toolTip = name
    self.name(name)
    connectToggled()
  }

  /// Whether it is pressed.
  public var isOn: Bool {
    get { gtk_toggle_button_get_active(typed()) != 0 }
    set {
      isSetting = true
      gtk_toggle_button_set_active(typed(), newValue ? 1 : 0)
      isSetting = false
    }
  }

  private func connectToggled() {
    connect("toggled") { [weak self] _ in
      guard let self, !isSetting else { return }
      toggled(isOn)
    }
  }
}
#endif
