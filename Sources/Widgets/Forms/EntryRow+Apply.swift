#if Desktop
internal import CAdwaita

extension EntryRow {
  /// Shows a button that applies what was typed, as Enter does, once somebody has changed it.
  public func onApply(_ body: @escaping (String) -> Void) {
    adw_entry_row_set_show_apply_button(typed(), 1)
    connect("apply") { [weak self] _ in
      guard let self else { return }
      body(text)
    }
  }
}
#endif
