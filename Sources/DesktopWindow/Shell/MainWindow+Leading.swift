#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Widgets

/// What leads from one page to another.
extension MainWindow {
  /// Leads to an item of the inbox.
  func open(_ item: InboxRow) {
    clicks.close()
    tabs.select(inbox.id)
    inbox.open(item)
  }

  /// Leads to an item of the inbox, by its number.
  func showItem(_ number: Int64) {
    tabs.select(inbox.id)
    Task { [weak self, link] in
      do throws(Failure) {
        let item = try await link.item(number, push: nil)
        self?.open(item)
      } catch { self?.outcomes.tell(.failure(error)) }
    }
  }

  /// Where a person looks at the list of the inbox, they see what has come.
  func announce(_ items: [InboxRow]) {
    guard tabs.selected != inbox.id || inbox.isAtDetail else { return }
    announcer.announce(items, on: inbox.id) { [weak self] in self?.open($0) }
  }

  /// A banner leads to where somebody has written.
  func announce(_ arrival: Arrival) {
    announcer.announce(arrival) { [weak tabs] in tabs?.select(arrival.page) }
  }

  /// Leads to the picture of the item that was opened last.
  func showPicture() {
    picture.showLastOpened()
    tabs.select(picture.id)
  }

  /// Leads to the login.
  func logIn() {
    tabs.select(inbox.id)
    inbox.beginLogin()
  }
}
#endif
