#if Desktop
internal import DesktopModel
internal import Localization
internal import Widgets

/// What the main menu leads to.
struct WindowMenu {
  private let context: PageContext
  /// It has the menu.
  private unowned let window: Window

  private let shortcuts: () -> [Shortcut]

  /// - Parameter shortcuts: the keys that the window knows, once it knows them.
  init(_ context: PageContext, over window: Window, shortcuts: @escaping () -> [Shortcut]) {
    (self.context, self.window, self.shortcuts) = (context, window, shortcuts)
  }

  /// From top to bottom.
  var sections: [[MenuEntry]] {
    [
      [
        MenuEntry(localized("Profile")) { ProfileWindow.open(context, over: window) },
        MenuEntry(localized("Preferences")) { PreferencesWindow.open(context, over: window) },
        MenuEntry(localized("Access Log")) { AccessLogWindow.open(over: window, context.link) },
        MenuEntry(localized("Doctor")) { DoctorWindow.open(over: window, context) },
      ],
      [
        MenuEntry(localized("New Protected Task…")) { press(localized("New protected task")) },
        MenuEntry(localized("Reveal All…")) { press(localized("Reveal all")) },
      ],
      [
        MenuEntry(
          localized("Show Done Tasks"), isOn: { [context] in context.habits.habits.showsDone },
          pressed: { press(Self.doneTitle) })
      ],
      [
        MenuEntry(localized("Import Tasks…")) { TaskExchange.importTasks(context, over: window) },
        MenuEntry(localized("Export Tasks…")) { TaskExchange.exportTasks(context, over: window) },
      ],
      [
        MenuEntry(localized("Shortcuts")) { ShortcutsWindow.open(over: window, shortcuts()) },
        MenuEntry(localized("About")) { AboutWindow.open(over: window) },
      ],
    ]
  }

  /// What the key is told of by that shows what is done, or hides it again.
  static let doneTitle = localized("Show done tasks, or hide them")

  /// Does what a key does.
  private func press(_ title: String) { shortcuts().first { $0.title == title }?.body() }
}
#endif
