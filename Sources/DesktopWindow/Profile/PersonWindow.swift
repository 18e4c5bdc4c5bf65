#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// One person: who they are, by an id that nobody chooses, what the two are to each other, and what can be done about that.
final class PersonWindow {
  private let model: PersonModel
  private let care: PersonCare
  private let shown: PersonCare.Person
  private let trouble: TroubleGroup
  private let toasts: ToastOverlay
  private lazy var nickname = ButtonRow(localized("What you call them"), word: localized("Name…")) { [unowned self] in
    beginNaming()
  }
  private let name = FormRow(localized("What they call themselves"))
  private lazy var id = ButtonRow(localized("Id"), word: localized("Copy")) { [model] in
    Clipboard.copy(model.user.uuidString.lowercased())
  }
  private let following = FormRow(localized("Following"))
  private let rights = FormRow(localized("What they may do"))
  private let ownRights = FormRow(localized("What you may do"))
  private lazy var group = FormGroup(name: localized("Person"), [nickname, name, id, following, rights, ownRights])
  private lazy var follow = Button(localized("Follow")) { [unowned self] in act { $0.isFollowed ? .unfollow : .follow }
  }
  private lazy var write = Button(localized("Write a Message")) { [unowned self] in leave { $0.write(shown.user) } }
  private lazy var propose = Button(localized("Propose a Task…")) { [unowned self] in leave { $0.propose(shown) } }
  private lazy var block = Button(localized("Block…")) { [unowned self] in act { $0.isBlocked ? .unblock : .block } }
  private lazy var actions = WrapBox([follow, write, propose, block])
  private var clicks: ClickGuard?
  /// Nothing tells this device what another one has done about them, so it is asked while somebody looks.
  private lazy var minutes = MinuteHand(now: care.context.now) { [weak self] in self?.model.refresh() }
  private weak var window: SubWindow?
  /// As it was shown last.
  private var former: PersonRow?
  /// Whether it is read since the person at the window has done something, so that what changes is no surprise.
  private var isActing = false

  /// Shows somebody's above the window.
  static func open(_ person: PersonCare.Person, _ care: PersonCare) {
    let page = PersonWindow(person, care)
    let title = localized("Profile of \(person.title)")
    let window = SubWindow(over: care.window, title: title, width: 480, height: 600, page.toasts)
    page.window = window
    page.clicks = ClickGuard(window, page.toasts)
    page.trouble.left = { [weak window] in window?.close() }
    care.context.link.onPeopleChange { [weak page] in
      page?.model.refresh()
      return page != nil
    }
    window.onActivityChange { [weak page, weak window] in page?.minutes.isSeen = window?.isActive ?? false }
    // The page lives for as long as it is on the screen.
    window.closed = { withExtendedLifetime(page) {} }
    window.present()
    page.model.refresh()
  }

  private init(_ person: PersonCare.Person, _ care: PersonCare) {
    (shown, self.care) = (person, care)
    let model = PersonModel(person.user, care.context.link)
    self.model = model
    trouble = TroubleGroup(care.context) { model.refresh() }
    let content = Box(.vertical, spacing: 24)
    content.margin(18)
    content.leaveRoomForMessages()
    toasts = ToastOverlay(ScrolledView(content))
    for part in [trouble.widget, group, actions] { content.append(part) }
    model.changed = { [weak self] in self?.show() }
    model.told = { [weak self] in self?.tell($0) }
    id.subtitle = person.user.uuidString.lowercased()
    show()
  }

  private func show() {
    trouble.show(model.trouble, isReading: model.isReading)
    let person = model.person
    // Nobody presses what has come under the pointer since somebody else did something.
    if former != nil, former != person, !isActing { clicks?.close() }
    if !model.isReading { isActing = false }
    former = person
    nickname.subtitle = person?.nickname ?? ""
    name.subtitle = person?.name ?? shown.name
    for row in [following, rights, ownRights] { row.isVisible = person != nil }
    for button in [follow, write, propose, block] { button.isEnabled = person != nil }
    guard let person else { return }
    let details = PersonDetails(person)
    following.subtitle = details.following
    rights.subtitle = details.rights
    ownRights.subtitle = details.ownRights
    follow.title = person.isFollowed ? localized("Unfollow") : localized("Follow")
    block.title = person.isBlocked ? localized("Unblock") : localized("Block…")
  }

  /// What was pressed is what was read on the button.
  private func act(_ choose: (PersonRow) -> PersonAction) {
    guard let person = model.person else { return }
    let action = choose(person)
    Task { [weak self, care, model] in
      if action == .block, await !care.agreesToBlock(person.title) { return }
      self?.isActing = true
      await model.act(action)
      // What was refused changes nothing.
      if !model.isReading { self?.isActing = false }
    }
  }

  private func beginNaming() {
    let named = PersonCare.Person(user: shown.user, title: shown.title, name: model.person?.name ?? shown.name)
    care.beginNaming(named) { [weak self, model] nickname async throws(Failure) in
      self?.isActing = true
      try await model.name(nickname)
    }
  }

  /// Goes on elsewhere, where what comes of it is told.
  private func leave(_ body: (PersonCare) -> Void) {
    window?.close()
    body(care)
  }

  private func tell(_ outcome: Result<Notice, Failure>) {
    switch outcome {
    case .success(let notice): toasts.show(notice.text)
    case .failure(let failure): toasts.show(failure.line)
    }
  }
}
#endif
