#if Desktop
internal import CAdwaita

/// Something that is on or off.
public final class CheckBox: Widget {
  private var isSetting = false

  /// Makes one that is off.
  ///
  /// - Parameters:
  ///   - title: what stands beside it; nil where other widgets say so.
  ///   - toggled: called when a person changes it, not for ``isOn``.
  public init(_ title: String? = nil, _ toggled: @escaping (_ isOn: Bool) -> Void) {
    super.init(gtk_check_button_new_with_label(title))
    connect("toggled") { [weak self] _ in
      guard let self, !isSetting else { return }
      toggled(isOn)
    }
  }

  /// Lets go of it, where a person has pressed it and not let go: it stands for another thing now.
  public func endPress() {
    guard isEnabled else { return }
    isEnabled = false
    isEnabled = true
  }

  /// Whether it is on.
  public var isOn: Bool {
    get { gtk_check_button_get_active(typed()) != 0 }
    set {
      isSetting = true
      gtk_check_button_set_active(typed(), newValue ? 1 : 0)
      isSetting = false
    }
  }
}
#endif
