#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// Who the user is, who follows them, whom they follow, and how they invite somebody.
final class ProfileWindow {
  private let model: ProfileModel
  private let context: PageContext
  private let own: OwnProfileGroup
  private let news = FormGroup(localized("New followers"))
  private let following = FormGroup(
    localized("Follow somebody"),
    description:
      localized(
        "Whom you follow may propose tasks to you and write to you. By an invitation or an email you are told first who it is."
      )
  )
  private let person = EntryRow(localized("Name, id, invitation or email"))
  private let invitation: InvitationGroup
  private let people: PeopleGroupView
  private let trouble: TroubleGroup
  private let toasts: ToastOverlay
  private var shownNews: [FollowerSummary]?
  private var clicks: ClickGuard?
  private var layout: Layout?

  /// Shows it above the window.
  static func open(_ context: PageContext, over window: Window) {
    let page = ProfileWindow(context, over: window)
    let subWindow = SubWindow(over: window, title: localized("Profile"), width: 520, height: 640, page.toasts)
    page.clicks = ClickGuard(subWindow, page.toasts)
    page.follow()
    page.trouble.left = { [weak subWindow] in subWindow?.close() }
    // The page lives for as long as it is on the screen.
    subWindow.closed = { withExtendedLifetime(page) {} }
    subWindow.present()
    page.model.refresh()
  }

  private init(_ context: PageContext, over window: Window) {
    self.context = context
    model = ProfileModel(context.link)
    own = OwnProfileGroup(model)
    invitation = InvitationGroup(model, context)
    people = PeopleGroupView(model, context, over: window)
    trouble = TroubleGroup(context) { [model] in model.refresh() }
    let follow = Button(localized("Follow"))
    following.append(person)
    let content = Box(
      .vertical, spacing: 24, [trouble.widget, own.widget, news, following, invitation.widget, people.widget])
    content.margin(18)
    content.leaveRoomForMessages()
    toasts = ToastOverlay(ScrolledView(content))
    person.suffix(follow)
    person.entered = { [unowned self] in followTyped() }
    follow.pressed = { [unowned self] in followTyped() }
    model.told = { [weak self] in self?.tell($0) }
    model.changed = { [weak self] in self?.show() }
    news.describe(localized("They are being read."))
  }

  /// Shows what others do meanwhile, for instance that somebody has used an invitation.
  private func follow() {
    context.link.onPeopleChange { [weak self] in
      self?.model.follow()
      return self != nil
    }
  }

  /// What has a place on the page that others can change.
  private struct Layout: Equatable {
    let news: [ProfileRow.Follower]
    let people: [PersonRow]
    let invitations: [InvitationRow]
    let code: UUID?
    let hasTrouble: Bool
  }

  /// Nobody presses what has come under the pointer since somebody else did something.
  private func keepClicks() {
    let present = Layout(
      news: model.newFollowers, people: model.people, invitations: model.invitations, code: model.invitation?.id,
      hasTrouble: model.trouble != nil)
    if model.isFollowing, present != layout { clicks?.close() }
    layout = present
  }

  private func show() {
    keepClicks()
    trouble.show(model.trouble, isReading: model.isReading)
    // Whether there is anybody new, only the server knows.
    news.isVisible = model.trouble == nil || !model.newFollowers.isEmpty || model.profile?.name != nil
    own.show()
    invitation.show()
    people.show()
    let followers = model.newFollowers.prefix(Self.newsCount).map { FollowerSummary($0, context.link.names) }
    guard model.profile != nil, followers != shownNews else { return }
    shownNews = followers
    news.describe(
      followers.isEmpty ? localized("Nobody new since the last time.") : localized("New since the last time:"))
    news.replace(
      by: followers.map { follower in
        let row = FormRow(follower.title, subtitle: follower.details)
        row.toolTip = follower.id
        return row
      })
  }

  /// The most new followers that are listed; all of them are among the people.
  private static let newsCount = 50

  private func followTyped() {
    let words = person.text
    guard person.isEnabled else { return }
    person.isEnabled = false
    Task { [weak self, model] in
      let isDone = await model.act(.follow, on: words)
      self?.person.isEnabled = true
      if isDone { self?.person.text = "" }
    }
  }

  private func tell(_ outcome: Result<Notice, Failure>) {
    switch outcome {
    case .success(let notice): toasts.show(notice.text)
    case .failure(let failure): toasts.show(failure.line)
    }
  }
}
#endif
