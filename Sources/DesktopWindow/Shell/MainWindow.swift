#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import VaultClient
internal import Widgets

/// The window: tabs, and what is told above them.
final class MainWindow {
  private let window: Window
  private let link: AgentLink
  private let toasts: ToastOverlay
  private let tabs: TabStack
  private let banner: DropBanner
  private let tasks: TasksPage
  private let inbox: InboxPage
  private let revealing: RevealModel
  private let back = Button(icon: "go-previous-symbolic", name: "Back")
  private let lock = Button(icon: "system-lock-screen-symbolic", name: "Lock")
  private let dialogs: PromptDialogs

  init(_ application: Application, _ link: AgentLink) {
    self.link = link
    window = Window(of: application, title: "Vault", width: 960, height: 640)
    tabs = TabStack(named: "Vault")
    let teller = Teller()
    dialogs = PromptDialogs(over: window)
    revealing = RevealModel(link)
    let reveal = RevealView(revealing)
    tasks = TasksPage(
      link, TaskActions(link) { teller.tell($0) }, reveal, zone: .system(), now: { Date() },
      failed: { teller.tell(.failure($0)) })
    inbox = InboxPage(
      link, zone: .system(), now: { Date() },
      told: { teller.tell($0.map { TaskActions.Notice(text: $0, undo: nil) }) },
      unreadChanged: { [weak tabs] in tabs?.badge("inbox", $0) }, arrived: { teller.arrived($0) })
    tabs.add(tasks.widget, id: "tasks", title: "Tasks", icon: "checkbox-checked-symbolic")
    tabs.add(inbox.widget, id: "inbox", title: "Inbox", icon: "mail-unread-symbolic")
    tabs.expand(vertically: true)
    let header = HeaderBar()
    header.title(tabs.title)
    header.prepend(back)
    header.append(lock)
    banner = DropBanner(above: tabs)
    toasts = ToastOverlay(banner)
    toasts.expand(vertically: true)
    window.content(Box(.vertical, [header, toasts, tabs.bar]))
    teller.told = { [weak self] in self?.tell($0) }
    teller.arrived = { [weak self] in self?.announce($0) }
    reveal.shown = { [weak self] in self?.hideTextElsewhere() }
    connectParts()
    connectKeys()
  }

  private func connectParts() {
    link.asker = dialogs
    tabs.onSelect { [weak self] in
      self?.revealing.hide(nil)
      self?.showBack()
    }
    back.pressed = { [weak self] in self?.goBack() }
    tasks.moved = { [weak self] in self?.showBack() }
    inbox.moved = { [weak self] in self?.showBack() }
    showBack()
    lock.pressed = { [weak self] in self?.lockVault() }
    window.onActivityChange { [weak self] in
      guard let self else { return }
      link.isFront = window.isActive
      // While the owner is asked, the dialog has the keyboard.
      if !window.isActive, revealing.isShown { hideText(.leftBehind) }
    }
  }

  /// There is a way back where only the detail is seen.
  private func showBack() {
    back.isVisible = tabs.selected == "inbox" ? inbox.isAtDetail : tasks.isAtDetail
  }

  /// Back to the list; a protected text goes with its task.
  private func goBack() {
    revealing.hide(nil)
    if tabs.selected == "inbox" { inbox.goBack() } else { tasks.goBack() }
  }

  /// Takes a protected text from the screen.
  private func hideText(_ reason: RevealModel.HidingReason) { revealing.hide(reason) }

  /// The vault is locked: what is protected goes, and with it a question that somebody was about to answer.
  func hideAll() {
    hideText(.locked)
    dialogs.withdraw()
  }

  /// After the dialog the window has the keyboard again. Where it has not, the person is elsewhere, and what was revealed meanwhile goes.
  private func hideTextElsewhere() {
    Task { [weak self] in
      do { try await Task.sleep(for: Self.patience) } catch { return }
      guard let self, !window.isActive, revealing.isShown else { return }
      hideText(.leftBehind)
    }
  }

  /// How long the desktop may take to give the keyboard back.
  private static let patience = Duration.seconds(1)

  /// Says above any tab what has come while the person looks at the window; otherwise the desktop does.
  private func announce(_ items: [InboxRow]) {
    guard window.isActive, let newest = items.first else { return }
    let more = items.count > 1 ? " and \(items.count - 1) more" : ""
    banner.show(title: "\(newest.title) from \(newest.senderText)\(more)", text: String(newest.text.prefix(200)))
    banner.pressed = { [weak self] in
      self?.tabs.select("inbox")
      self?.inbox.open(newest)
    }
  }

  private func lockVault() {
    hideAll()
    Task { [weak self, link] in
      do throws(Failure) { try await link.lock() } catch { self?.tell(.failure(error)) }
    }
  }

  /// Shows it, in front where the desktop allows.
  func present() { window.present() }

  /// Shows tasks as they are now.
  func refreshTasks() { tasks.refresh() }

  /// Shows the inbox as it is now.
  func refreshInbox() { inbox.refresh() }

  /// Says how the connection to the agent stands.
  func show(_ state: AgentLink.State) {
    if case .lost(let failure) = state { tell(.failure(failure)) }
  }

  private func connectKeys() {
    window.onKeys("<Control>n") { [weak self] in self?.tasks.beginEntry() }
    window.onKeys("<Control>f") { [weak self] in self?.tasks.beginFilter() }
    window.onKeys("<Control>d") { [weak self] in self?.tasks.completeSelected() }
    window.onKeys("Delete") { [weak self] in self?.tasks.deleteSelected() }
    window.onKeys("<Alt>Left") { [weak self] in self?.goBack() }
    for (number, id) in ["tasks", "inbox"].enumerated() {
      window.onKeys("<Alt>\(number + 1)") { [weak self] in self?.tabs.select(id) }
    }
    window.onKeysFirst("Escape") { [weak self] in
      guard let self, banner.isShown else { return false }
      banner.hide()
      return true
    }
    window.onKeys("<Control>l") { [weak self] in self?.lockVault() }
    window.onKeys("<Control>w") { [weak self] in self?.window.close() }
  }

  private func tell(_ outcome: Result<TaskActions.Notice, Failure>) {
    switch outcome {
    case .failure(let failure): toasts.show(([failure.message] + failure.advice).joined(separator: " "))
    case .success(let notice):
      guard let operation = notice.undo else { return toasts.show(notice.text) }
      let actions = TaskActions(link) { [weak self] in self?.tell($0) }
      toasts.show(notice.text, button: "Undo") { Task { await actions.undo(operation) } }
    }
  }
}

/// What the parts of the window have to tell, before there is a window that tells it.
private final class Teller {
  var told: (Result<TaskActions.Notice, Failure>) -> Void = { _ in }
  var arrived: ([InboxRow]) -> Void = { _ in }

  func tell(_ outcome: Result<TaskActions.Notice, Failure>) { told(outcome) }
}
#endif
