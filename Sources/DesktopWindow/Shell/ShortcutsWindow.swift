#if Desktop
internal import Localization
internal import Widgets

/// The keys that the window knows.
enum ShortcutsWindow {
  /// Shows them above the window.
  static func open(over window: Window, _ shortcuts: [Shortcut]) {
    let page = Box(.vertical, spacing: 24)
    page.margin(18)
    for group in Shortcut.Group.allCases {
      let rows = (shortcuts.filter { $0.group == group }.map { ($0.title, $0.keys) } + always(group)).map {
        title, keys in
        let label = Label(Keys.words(keys))
        label.style("dim-label")
        return FormRow(title, suffix: label)
      }
      page.append(FormGroup(group.title, rows))
    }
    SubWindow(over: window, title: localized("Shortcuts"), width: 400, ScrolledView(page)).present()
  }

  /// Keys that the widgets themselves know.
  private static func always(_ group: Shortcut.Group) -> [(String, String)] {
    switch group {
    case .tasks: [(localized("Select several"), "<Control>space"), (localized("Select all in the list"), "<Control>a")]
    case .places: [(localized("First row of a list"), "Home"), (localized("Last row of a list"), "End")]
    case .general: [(localized("Close a page, a question or a banner"), "Escape")]
    }
  }
}
#endif
