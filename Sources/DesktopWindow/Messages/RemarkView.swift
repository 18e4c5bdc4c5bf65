#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// Whose comment or like it is, what it is about, and what was said about that: the comment stands among that, once.
final class RemarkView {
  private let model: RemarkModel
  private let now: @Sendable () -> Date
  private let title = Label()
  private let byline = Label()
  private let feedback: FeedbackView
  private lazy var open = Button(localized("Open")) { [weak self] in self?.lead() }
  private lazy var content = Box(.vertical, spacing: 12, [title, byline, open, feedback.widget])
  private lazy var pane = DetailPane(icon: "user-available-symbolic", content, texts: [title, byline])

  /// Called when a person wants to see what it is about.
  var opened: (CorrespondenceRow) -> Void = { _ in }

  var widget: Widget { pane.widget }

  init(_ model: RemarkModel, _ context: PageContext) {
    self.model = model
    now = context.now
    feedback = FeedbackView(FeedbackModel(context.link), context)
    title.style("title-2")
    byline.style("dim-label")
    open.align(horizontally: .start)
    model.changed = { [weak self] in self?.show($0) }
    show(model.state)
  }

  /// Shows what was said meanwhile.
  func refresh() { feedback.refresh() }

  private func show(_ state: RemarkModel.State) {
    switch state {
    case .nothing:
      feedback.show(nil, isOwn: false)
      pane.tell(localized("Nothing selected"), localized("Choose an entry in the list."))
    case .gone(let failure):
      feedback.show(nil, isOwn: false)
      pane.tell(failure.message, failure.advice.joined(separator: "\n"))
    case .remark(let row): show(row)
    }
  }

  private func show(_ row: CorrespondenceRow) {
    title.text = row.author
    byline.text = "\(row.deed) · \(MessageTime.text(row.date, now: now()))"
    open.title = row.item == nil ? localized("Open Conversation") : localized("Open in Inbox")
    open.isVisible = row.isElsewhere
    // What the user has sent, the server alone may know by its name.
    feedback.show(.entry(.id(row.id)), isOwn: row.isAboutOwn == true, namesSubject: row.subject == nil)
    pane.showContent()
  }

  private func lead() { if case .remark(let row) = model.state { opened(row) } }
}
#endif
