#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// The window: tabs, and what is told above them.
final class MainWindow {
  let window: Window
  let link: AgentLink
  let outcomes: Outcomes
  let tabs = TabStack()
  let announcer: Announcer
  let pages: [any TabPage]
  let tasks: TasksPage
  let inbox: InboxPage
  let picture: PicturePage
  private let messages: MessagesPage
  private let channels: ChannelsPage
  let texts: RevealGuard
  private let back = Button(icon: "go-previous-symbolic", name: localized("Back"))
  private let lock = Button(icon: "system-lock-screen-symbolic", name: MainWindow.unlockTitle)
  let menu: MenuButton
  let header = HeaderBar()
  private static let unlockTitle = localized("Unlock the vault")
  private let dialogs: PromptDialogs
  let context: PageContext
  private let drafts = OpenDrafts()
  private var hasOfferedSetUp = false
  /// Where what is asked for from outside comes in.
  let entrance: Entrance
  let clicks: ClickGuard
  /// Of what was open above the window when it was brought to the front.
  private var above: [ClickGuard] = []
  private lazy var minutes = MinuteHand(now: context.now) { [weak self] in self?.selectedPage?.passTime() }
  private var hasBeenSeen = false
  /// Why the server refuses the stored login; nil while it does not.
  private var refusal: String?

  init(_ application: Application, _ link: AgentLink, _ habits: HabitsKeeper) {
    self.link = link
    window = Window(of: application, title: "Vault", width: habits.habits.width, height: habits.habits.height)
    if habits.habits.isMaximised { window.isMaximised = true }
    let teller = Teller()
    context = PageContext(
      link: link, zone: .system(), now: { Date() }, drafts: drafts, unsaved: window.unsaved, habits: habits,
      told: { teller.told($0) },
      agree: { [weak window] heading, text, confirmation in
        guard let window else { return false }
        return await QuestionDialog(
          heading: heading, text: text, answer: .agreement, confirmation: confirmation, isDangerous: true
        ).ask(over: window) != nil
      }, logIn: { teller.logIn() }, quotes: QuotedTasks(link), vanished: { teller.vanished() })
    dialogs = PromptDialogs(over: window)
    let reveals = Reveals(link)
    texts = RevealGuard(reveals, in: window, link)
    let reveal = RevealView(reveals.one, context, over: window)
    let all = RevealAllView(reveals.all)
    tasks = TasksPage(context, reveal, all, over: window)
    inbox = InboxPage(
      context, over: window, unreadChanged: { [weak tabs] in tabs?.badge("inbox", $0) },
      arrived: { teller.arrived($0) })
    picture = PicturePage(context, over: window) { teller.leadTo($0) }
    messages = MessagesPage(context, over: window, unreadChanged: { [weak tabs] in tabs?.badge("messages", $0) })
    channels = ChannelsPage(context, unreadChanged: { [weak tabs] in tabs?.badge("channels", $0) })
    pages = [tasks, inbox, picture, messages, channels]
    for page in pages { tabs.add(id: page.id, title: page.title, icon: page.icon) { page.widget } }
    tabs.expand(vertically: true)
    menu = MenuButton(
      icon: "open-menu-symbolic", name: localized("Main menu"),
      sections: WindowMenu(context, over: window, shortcuts: { teller.shortcuts() }).sections)
    header.title(tabs.title)
    header.prepend(back)
    header.append(menu)
    header.append(lock)
    let banner = DropBanner(above: tabs)
    announcer = Announcer(banner, in: window)
    outcomes = Outcomes(above: banner, link, context.quotes)
    clicks = ClickGuard(window, outcomes.widget)
    entrance = Entrance(context, pages, in: tabs, of: window, clicks) { [texts] in texts.hide(nil) }
    window.content(Box(.vertical, [header, outcomes.widget, tabs.bar]))
    teller.told = { [weak outcomes] in outcomes?.tell($0) }
    teller.shortcuts = { [weak self] in self?.shortcuts ?? [] }
    teller.arrived = { [weak self] in self?.announce($0) }
    teller.leadTo = { [weak self] in self?.open($0) }
    teller.logIn = { [weak self] in self?.logIn() }
    teller.vanished = { [weak self] in self?.closeBelowQuestion() }
    outcomes.restored = { [weak tasks] in tasks?.follow($0) }
    outcomes.reopened = { [weak tasks] in tasks?.leadBack(to: $0) }
    outcomes.covered = { [weak tasks] in tasks?.makeRoom($0) }
    for line in [messages.writingLine, channels.writingLine] { outcomes.keepFree(line) }
    outcomes.mayCover = { [weak texts] in texts?.isShown != true }
    reveal.shown = { [weak self] in self?.followText() }
    all.appeared = { [weak self] in self?.followText() }
    connectParts()
    connectKeys()
  }

  private func connectParts() {
    link.asker = dialogs
    dialogs.toldBeside = { [weak self] text in
      guard let self else { return false }
      // Nothing of the server's stands in the way of a change here.
      if inbox.isRefusal(text) { return true }
      guard texts.isShown else { return false }
      outcomes.tell(.success(Notice(text)))
      return true
    }
    dialogs.vanished = { [weak self] in self?.closeBelowQuestion() }
    dialogs.textAsked = { [context, window] in await ProtectedTextQuestion.ask($0, context, over: window) }
    tabs.onSelect { [weak self] in
      self?.texts.hide(nil)
      self?.outcomes.end()
      self?.announcer.leave(for: self?.tabs.selected)
      self?.showBack()
      self?.tellPages()
      self?.selectedPage?.passTime()
    }
    back.pressed = { [weak self] in self?.goBack() }
    for page in pages {
      page.moved = { [weak self, unowned page] in
        // The second click of two would fall on what is in the detail.
        if page.isAtDetail { self?.clicks.close() }
        self?.showBack()
      }
    }
    inbox.taskWanted = { [weak self] in self?.entrance.lead(to: .task($0)) }
    inbox.followed = { [weak self] in
      self?.announcer.follow($0)
      self?.outcomes.follow($0)
    }
    inbox.shifting = { [weak self] in self?.clicks.close() }
    inbox.refused = { [weak self] in self?.show(refusal: $0) }
    inbox.opened = { [weak self] in self?.picture.showLastOpened() }
    inbox.pictureWanted = { [weak self] in self?.showPicture() }
    messages.itemWanted = { [weak self] in self?.showItem($0) }
    messages.arrived = { [weak self] in self?.announce($0) }
    messages.seen = { [weak self] in self?.announcer.withdraw($0) }
    channels.arrived = { [weak self] in self?.announce($0) }
    channels.seen = { [weak self] in self?.announcer.withdraw($0) }
    showBack()
    lock.pressed = { [weak self, link] in link.isUnlocked ? self?.lockVault() : self?.unlockVault() }
    window.onClose { [weak window, habits = context.habits] in
      guard let window else { return }
      (habits.habits.width, habits.habits.height) = window.ownSize
      habits.habits.isMaximised = window.isMaximised
    }
    window.onActivityChange { [weak self] in
      guard let self else { return }
      link.isFront = window.isActive
      tellPages()
      texts.followActivity()
    }
  }

  /// A protected text has come: it can be read whole, whatever is told.
  private func followText() {
    texts.followText()
    outcomes.makeRoom()
  }

  var selectedPage: (any TabPage)? { pages.first { $0.id == tabs.selected } }

  private func tellPages() {
    for page in pages { page.look(window.isActive && page.id == tabs.selected) }
    minutes.isSeen = window.isActive
  }

  /// There is a way back where only the detail is seen.
  private func showBack() { back.isVisible = selectedPage?.isAtDetail ?? false }

  /// Back to the list; a protected text goes with its task.
  func goBack() {
    texts.hide(nil)
    selectedPage?.goBack()
  }

  /// The vault is locked: what is protected goes, and with it a question that somebody was about to answer.
  func hideAll() {
    texts.hide(.locked)
    drafts.lock()
    dialogs.withdraw()
  }

  /// The line about it moves what stands on those pages.
  private func show(refusal: String?) {
    guard refusal != self.refusal else { return }
    self.refusal = refusal
    clicks.close()
    messages.show(refusal: refusal)
    channels.show(refusal: refusal)
  }

  func lockVault() {
    hideAll()
    Task { [weak self, link] in
      do throws(Failure) { try await link.lock() } catch { self?.outcomes.tell(.failure(error)) }
    }
  }

  private func unlockVault() {
    Task { [weak self, link] in
      do throws(Failure) { try await link.unlock() } catch { self?.outcomes.tell(.failure(error)) }
    }
  }

  /// Says whether the vault is open for this window.
  func show(isUnlocked: Bool) {
    if isUnlocked { texts.unlock() }
    lock.show(
      icon: isUnlocked ? "changes-allow-symbolic" : "system-lock-screen-symbolic",
      name: isUnlocked ? localized("Lock: the vault is open") : Self.unlockTitle)
  }

  /// Shows it, in front where the desktop allows: perhaps under a click that was meant for what a person looks at. With it comes what is open above
  /// it: a question that waits there is not to be answered by that click either.
  func present() {
    // A program can have it opened, too.
    if !hasBeenSeen { clicks.close(.none) }
    if hasBeenSeen, !window.isActive { clicks.closeToOthers() }
    if hasBeenSeen, !window.isInFront { closeAbove() }
    hasBeenSeen = true
    window.present()
  }

  private func closeAbove() {
    above = window.above.map { ClickGuard($0) }
    for guarded in above {
      guarded.opened = { [weak self, weak guarded] in self?.above.removeAll { $0 === guarded } }
      guarded.close(.all)
    }
  }

  /// What somebody was about to answer with gets into nothing that was below the question.
  private func closeBelowQuestion() {
    clicks.close(.all)
    closeAbove()
  }

  /// Shows tasks as they are now.
  func refreshTasks() {
    tasks.refresh()
    context.quotes.look()
  }

  /// Shows the inbox, and what people write, as they are now.
  func refreshInbox() {
    inbox.refresh()
    picture.refresh()
    messages.refresh()
    channels.refresh()
  }

  /// Says how the connection to the agent stands.
  func show(_ state: AgentLink.State) {
    if case .lost(let failure) = state { outcomes.tell(.failure(failure)) }
    entrance.isOpen = state == .connected
    guard state == .connected, !hasOfferedSetUp else { return }
    hasOfferedSetUp = true
    Task { hasOfferedSetUp = await FirstRunWindow.offer(over: window, link) { [weak self] in self?.beginWithTasks() } }
  }

  /// The page says that a task is typed above it: what is typed goes there.
  private func beginWithTasks() {
    guard tabs.selected == tasks.id else { return }
    tasks.beginEntry()
  }
}
#endif
