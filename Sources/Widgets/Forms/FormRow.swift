#if Desktop
internal import CAdwaita

/// A row of a form: a title, perhaps a line below it, and perhaps something at its end.
public class FormRow: Widget {
  /// Makes one.
  ///
  /// - Parameter suffix: what stands at the end of the row.
  public init(_ title: String, subtitle: String = "", suffix: Widget? = nil) {
    super.init(adw_action_row_new())
    self.title = title
    self.subtitle = subtitle
    adw_preferences_row_set_title(typed(), Markup.escaped(title.drawn))
    adw_action_row_set_subtitle(typed(), Markup.escaped(subtitle.drawn))
    guard let suffix else { return }
    keep(suffix)
    suffix.align(vertically: .center)
    adw_action_row_add_suffix(typed(), suffix.pointer)
  }

  /// What it is called.
  public var title = "" {
    didSet { adw_preferences_row_set_title(typed(), Markup.escaped(title.drawn)) }
  }

  /// What stands below the title.
  public var subtitle = "" {
    didSet { adw_action_row_set_subtitle(typed(), Markup.escaped(subtitle.drawn)) }
  }
}

/// A row with a switch.
public final class SwitchRow: FormRow {
  private let toggle = Widget(gtk_switch_new())
  private var isSetting = false

  /// Makes one that is off.
  ///
  /// - Parameter toggled: called when a person changes it, not for ``isOn``.
  public init(_ title: String, subtitle: String = "", _ toggled: @escaping (_ isOn: Bool) -> Void) {
    super.init(title, subtitle: subtitle, suffix: toggle)
    adw_action_row_set_activatable_widget(typed(), toggle.pointer)
    toggle.name(title)
    // The row itself is where the keyboard stops, and what it presses.
    gtk_widget_set_focusable(toggle.pointer, 0)
    toggle.connect("notify::active") { [weak self] _ in
      guard let self, !isSetting else { return }
      toggled(isOn)
    }
  }

  /// Whether it is on.
  public var isOn: Bool {
    get { gtk_switch_get_active(toggle.opaque) != 0 }
    set {
      isSetting = true
      gtk_switch_set_active(toggle.opaque, newValue ? 1 : 0)
      isSetting = false
    }
  }
}

/// A row that leads to something when it is pressed.
public final class ButtonRow: FormRow {
  private let button: Button

  /// Makes one.
  ///
  /// - Parameter word: what stands on its button.
  public init(_ title: String, subtitle: String = "", word: String, _ pressed: @escaping () -> Void) {
    button = Button(word, pressed)
    super.init(title, subtitle: subtitle, suffix: button)
    adw_action_row_set_activatable_widget(typed(), button.pointer)
    // The row has named it, too.
    button.name("\(word): \(title)")
  }

  /// What stands on its button.
  public var word: String {
    get { button.title }
    set {
      button.title = newValue
      button.name("\(newValue): \(title)")
    }
  }
}
#endif
