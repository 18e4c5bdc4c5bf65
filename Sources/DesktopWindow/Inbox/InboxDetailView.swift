#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// One item of the inbox, whole, with what can be done about it.
final class InboxDetailView {
  private let model: InboxDetailModel
  private let link: AgentLink
  private let followBack: FollowBack
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let picture: ItemPictureView
  private let title = Label()
  private let byline = Label()
  private let text = Label()
  private let notes = Label()
  private let feedback: FeedbackView
  private lazy var accept = Button(localized("Accept")) { [weak self] in self?.model.decide(true) }
  private lazy var reject = Button(localized("Decline")) { [weak self] in self?.model.decide(false) }
  private lazy var delete = Button(localized("Delete…")) { [weak self] in self?.deleteWanted() }
  private lazy var showTask = Button(localized("Show Task")) { [weak self] in self?.leadToTask() }
  private lazy var follow = Button(localized("Follow Back")) { [weak self] in self?.followShown() }
  /// In the menu alone.
  private lazy var savePicture = Button(localized("Save Picture…")) { [weak self] in self?.saveShown() }
  private lazy var buttons = WrapBox([accept, reject, showTask, follow, delete])
  private lazy var content = Box(
    .vertical, spacing: 12, [picture.widget, title, byline, text, notes, buttons, feedback.widget])
  private lazy var pane = DetailPane(
    icon: "mail-unread-symbolic", content, texts: [title, byline, text, notes])

  /// The item that is shown, where it was asked for its sake whom the user follows.
  private var lookedUp: Int64?

  /// Called when a person wants to delete the item that is shown.
  var deleteWanted: () -> Void = {}
  /// Called when a person wants to look at the picture of the item that is shown.
  var pictureWanted: () -> Void = {}
  /// Called when a person wants to keep the picture of an item.
  var saveWanted: (InboxRow) -> Void = { _ in }
  /// Called when a person wants to see the task that was made of the item, with what the item calls it.
  var taskWanted: (String) -> Void = { _ in }

  var widget: Widget { pane.widget }

  init(
    _ model: InboxDetailModel, _ context: PageContext, _ feedback: FeedbackView
  ) {
    (self.model, self.feedback, link) = (model, feedback, context.link)
    (zone, now) = (context.zone, context.now)
    picture = ItemPictureView(context.link)
    followBack = FollowBack(context.link)
    picture.clicked = { [weak self] in self?.pictureWanted() }
    followBack.told = context.told
    followBack.changed = { [weak self] in self?.showFollow() }
    title.style("title-2")
    title.joinLines()
    byline.style("dim-label")
    text.style("linked-text")
    notes.style("dim-label")
    for button in [accept, showTask, follow] { button.style("suggested-action") }
    delete.style("flat")
    delete.toolTip = localized("Delete it from all your devices")
    model.changed = { [weak self] in self?.show($0) }
    show(model.state)
  }

  /// Called before a button comes or goes though the person has chosen nothing.
  var shifting: () -> Void = {}

  /// Shows what was said about the item meanwhile.
  func refresh() {
    feedback.refresh()
    if shownItem != nil, follow.isVisible != (follower != nil) { shifting() }
    showFollow()
  }

  private func show(_ state: InboxDetailModel.State) {
    if case .item(let item) = state, item.number == lookedUp {} else { lookedUp = nil }
    if case .item(let item) = state { picture.show(item) } else { picture.show(nil) }
    if case .item = state {} else { feedback.show(nil, isOwn: false) }
    switch state {
    case .nothing: pane.tell(localized("Nothing selected"), localized("Choose an item in the list."))
    case .gone(let failure): pane.tell(failure.message, failure.advice.joined(separator: "\n"))
    case .item(let item): show(item)
    }
  }

  private func show(_ item: InboxRow) {
    title.text = item.shownTitle
    showByline(of: item)
    let linked = LinkedText(item.text)
    if linked.hasLinks { text.show(linked.shown) } else { text.text = item.text }
    text.isVisible = !item.text.isEmpty
    let problem = item.problem.map { [localized("It could not be understood: \($0)")] } ?? []
    notes.text = (problem + item.notes + [item.absentTask].compactMap { $0 }).joined(separator: "\n")
    notes.isVisible = !notes.text.isEmpty
    for button in [accept, reject] { button.isVisible = item.waits }
    savePicture.isVisible = item.hasPicture
    showTask.isVisible = item.state == .accepted && item.task != nil
    delete.isVisible = model.deletable != nil
    lookWhetherFollowed(item)
    showFollow()
    feedback.show(
      .item(number: item.number, identity: item.identity), isOwn: false, namesSubject: item.place == .correspondence)
    pane.showContent()
  }

  /// Says anew how long ago it came.
  func passTime() { if let shownItem { showByline(of: shownItem) } }

  private func showByline(of item: InboxRow) {
    let summary = InboxSummary(item, now: now(), zone: zone)
    byline.text = "\(summary.byline) · \(summary.state)"
  }

  /// What can be done to the item that is shown, for a menu: to that one, and not to another that is shown meanwhile. What has to be seen before it is
  /// decided is not among that: the second click of two would decide it.
  var menu: [[PopupMenu.Item]] {
    guard let item = shownItem else { return [] }
    let sections = [[showTask, savePicture], [delete]].map { $0.filter(\.isVisible) }
    return sections.filter { !$0.isEmpty }.map { buttons in
      buttons.map { button in
        (button.title, { [weak self] in if self?.shownItem?.isSame(as: item) == true { button.pressed() } })
      }
    }
  }

  private var shownItem: InboxRow? { if case .item(let item) = model.state { item } else { nil } }

  private func saveShown() { if let shownItem { saveWanted(shownItem) } }

  private func leadToTask() { if let task = shownItem?.task { taskWanted(task) } }

  /// Whom the item leads to follow.
  private var follower: UUID? { shownItem.flatMap { followBack.person(of: $0, contacts: link.contacts) } }

  /// Whom the user follows may have been changed elsewhere since it was read.
  private func lookWhetherFollowed(_ item: InboxRow) {
    guard item.isFollow, item.number != lookedUp else { return }
    lookedUp = item.number
    link.learnNames()
  }

  private func showFollow() { follow.isVisible = follower != nil }

  private func followShown() { if let follower { followBack.follow(follower) } }
}

extension InboxRow {
  fileprivate func isSame(as other: InboxRow) -> Bool { number == other.number && identity == other.identity }
}
#endif
