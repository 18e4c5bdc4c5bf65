#if Desktop
internal import Localization
internal import Widgets

extension MainWindow {
  /// The keys that do something anywhere in the window.
  var shortcuts: [Shortcut] {
    [
      Shortcut("<Control>n", localized("New task"), .tasks) { [weak self] in self?.beginEntry() },
      Shortcut("<Control><Shift>n", localized("New protected task"), .tasks) { [weak self] in self?.tasks.addProtected()
      },
      Shortcut("<Control><Shift>r", localized("Reveal all"), .tasks) { [weak self] in self?.revealAll() },
      Shortcut("<Control>f", localized("Filter tasks"), .tasks) { [weak self] in self?.beginFilter() },
      Shortcut("<Control>h", WindowMenu.doneTitle, .tasks) { [weak self] in self?.toggleDone() },
      Shortcut("<Control>d", localized("Make what is selected done"), .tasks) { [weak self] in
        self?.tasks.completeSelected()
      },
      Shortcut("<Control>e", localized("Edit the selected task"), .tasks) { [weak self] in self?.editSelected() },
      Shortcut("<Control>z", localized("Take the latest change back"), .tasks) { [weak self] in
        self?.undoLatest()
      },
      Shortcut("<Control><Shift>z", localized("Redo what was taken back"), .tasks) { [weak self] in
        self?.redoLatest()
      },
      Shortcut("Delete", localized("Delete what is selected"), .tasks) { [weak self] in self?.deleteSelected() },
      Shortcut("<Control><Shift>m", localized("Mark all in Inbox or Messages as read"), .general) { [weak self] in
        self?.selectedPage?.markAllRead()
      },
      Shortcut("<Alt>Left", localized("Back to the list"), .places) { [weak self] in self?.goBack() },
      Shortcut("F10", localized("Main menu"), .general) { [weak self] in self?.menu.open() },
      Shortcut("<Control>comma", localized("Preferences"), .general) { [weak self] in self?.showPreferences() },
      Shortcut("<Control>l", localized("Lock the vault"), .general) { [weak self] in self?.lockVault() },
      Shortcut("<Control>question", localized("Shortcuts"), .general) { [weak self] in
        if let self { ShortcutsWindow.open(over: window, shortcuts) }
      },
      Shortcut("<Control>q", localized("Quit"), .general) { [weak self] in self?.window.close() },
      Shortcut("<Control>w", localized("Close the window"), .general) { [weak self] in self?.window.close() },
    ]
      + pages.enumerated().map { number, page in
        Shortcut("<Alt>\(number + 1)", page.title, .places) { [weak self, unowned page] in self?.lead(to: page) }
      }
  }

  /// Has the window hear its keys.
  func connectKeys() {
    for shortcut in shortcuts {
      guard shortcut.comesFirst else {
        window.onKeys(shortcut.keys, shortcut.body)
        continue
      }
      window.onKeysFirst(shortcut.keys) {
        shortcut.body()
        return true
      }
    }
    // Keys in an entry are about what was typed there; but whoever has just added a task is still where it was typed.
    for (keys, body) in [("<Control>z", { $0.undoLatest() }), ("<Control><Shift>z", { $0.redoLatest() })]
      as [(String, (MainWindow) -> Void)]
    {
      window.onKeysFirst(keys) { [weak self] in
        guard let self, window.isInEmptyEntry else { return false }
        if tabs.selected == tasks.id, !tasks.isFiltering { body(self) }
        return true
      }
    }
    window.onKeysFirst("Escape") { [weak self] in
      guard let self else { return false }
      if announcer.dismiss() || texts.hideShown() { return true }
      if window.isInPopover { return false }
      if tabs.selected == tasks.id, tasks.deselect() { return true }
      guard selectedPage?.isAtDetail == true else { return false }
      goBack()
      return true
    }
  }

  /// Leads to a page. Whoever is in the bar with the keyboard goes on in the page.
  private func lead(to page: any TabPage) {
    let isInBar = !window.isInPopover && [header, tabs.bar].contains { $0.holdsKeyboard }
    tabs.select(page.id)
    // A page that has just come has no rows before it is drawn.
    if isInBar { page.widget.onNextFrame { [weak page] in page?.takeKeyboard() } }
  }

  /// In the inbox it is about what was done there.
  private func undoLatest() {
    if tabs.selected == inbox.id { outcomes.undoLatestInInbox() } else { outcomes.undoLatest() }
  }

  private func redoLatest() { if tabs.selected != inbox.id { outcomes.redoLatest() } }

  private func showPreferences() { PreferencesWindow.open(context, over: window) }

  private func revealAll() {
    tabs.select(tasks.id)
    tasks.revealAll()
  }

  private func beginEntry() {
    tabs.select(tasks.id)
    tasks.beginEntry()
  }

  private func toggleDone() {
    tabs.select(tasks.id)
    tasks.toggleDone()
  }

  private func editSelected() { if tabs.selected == tasks.id { tasks.editSelected() } }

  /// On the tab that is seen, and on no other.
  private func deleteSelected() {
    if tabs.selected == tasks.id { tasks.deleteSelected() }
    if tabs.selected == inbox.id { inbox.deleteSelected() }
  }

  private func beginFilter() {
    tabs.select(tasks.id)
    tasks.beginFilter()
  }
}
#endif
