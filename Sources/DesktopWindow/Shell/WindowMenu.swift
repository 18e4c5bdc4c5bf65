#if Desktop
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
  var sections: [[(title: String, pressed: () -> Void)]] {
    [
      [
        (localized("Profile"), { ProfileWindow.open(context, over: window) }),
        (localized("Preferences"), { PreferencesWindow.open(context, over: window) }),
        (localized("Access Log"), { AccessLogWindow.open(over: window, context.link) }),
        (localized("Doctor"), { DoctorWindow.open(over: window, context) }),
      ],
      [
        (localized("New Protected Task…"), { press(localized("New protected task")) }),
        (localized("Reveal All…"), { press(localized("Reveal all")) }),
      ],
      [
        (localized("Import Tasks…"), { TaskExchange.importTasks(context, over: window) }),
        (localized("Export Tasks…"), { TaskExchange.exportTasks(context, over: window) }),
      ],
      [
        (localized("Shortcuts"), { ShortcutsWindow.open(over: window, shortcuts()) }),
        (localized("About"), { AboutWindow.open(over: window) }),
      ],
    ]
  }

  /// Does what a key does.
  private func press(_ title: String) { shortcuts().first { $0.title == title }?.body() }
}
#endif
