#if Desktop
internal import CAdwaita
internal import Localization

/// Rows of a form that belong together, below a title.
public final class FormGroup: Widget {
  private var rows: [Widget] = []

  /// Makes one.
  ///
  /// - Parameter name: what assistive technology calls it where it has no title; nil for a form.
  public init(_ title: String = "", name: String? = nil, description: String = "", _ rows: [Widget] = []) {
    super.init(adw_preferences_group_new())
    adw_preferences_group_set_title(typed(), Markup.escaped(title))
    describe(description)
    for row in rows { append(row) }
    for list in parts(of: pointer, named: "GtkListBox") {
      setName(of: list, title.isEmpty ? name ?? localized("Form") : title)
    }
  }

  /// Says more below the title.
  public func describe(_ text: String) { adw_preferences_group_set_description(typed(), Markup.escaped(text)) }

  /// Adds a row at the end.
  public func append(_ row: Widget) {
    keep(row)
    rows.append(row)
    adw_preferences_group_add(typed(), row.pointer)
  }

  /// Has these rows and no others.
  public func replace(by rows: [Widget]) {
    for row in self.rows {
      adw_preferences_group_remove(typed(), row.pointer)
      release(row)
    }
    self.rows = []
    for row in rows { append(row) }
  }
}
#endif
