#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// What two people have said about a thing: comments, likes, a line for one more, and a button to like it. Not seen where nobody can.
final class FeedbackView {
  private let model: FeedbackModel
  private let now: @Sendable () -> Date
  private let subject = Label()
  private let comments = Box(.vertical, spacing: 12)
  private let likes = Label()
  private let entry = TextEntry(name: localized("Comment"), placeholder: localized("Write a comment"))
  private let like = ToggleButton(localized("Like"))
  private lazy var line = Box(.horizontal, spacing: 6, [entry, like])
  private lazy var content = Box(.vertical, spacing: 12, [subject, comments, likes, line])
  private var rows: [Widget] = []
  private var target: FeedbackTarget?
  private var namesSubject = false

  var widget: Widget { content }

  init(_ model: FeedbackModel, _ context: PageContext) {
    self.model = model
    now = context.now
    for label in [subject, likes] {
      label.wrap()
      label.style("dim-label")
    }
    entry.expand(horizontally: true)
    entry.entered = { [weak self] in self?.comment() }
    like.toggled = { [weak self, model] isOn in
      guard let target = self?.target else { return }
      Task { await model.setLiked(isOn, target) }
    }
    context.unsaved.add(localized("Comment"), of: self) { !$0.entry.text.isBlank }
    model.told = context.told
    model.changed = { [weak self] in self?.show($0) }
    show(model.state)
  }

  /// Is about another thing, or none.
  ///
  /// - Parameters:
  ///   - isOwn: whether the user sent it: nobody likes what is their own.
  ///   - namesSubject: whether what is said is about something else than what stands above.
  func show(_ target: FeedbackTarget?, isOwn: Bool, namesSubject: Bool = false) {
    self.namesSubject = namesSubject
    if target != self.target { entry.text = "" }
    self.target = target
    like.isVisible = !isOwn
    model.show(target)
  }

  /// Shows what was said meanwhile.
  func refresh() { model.refresh() }

  private func show(_ state: FeedbackModel.State) {
    guard case .feedback(let listing) = state else {
      content.isVisible = false
      // What is hidden is still there to be read.
      for row in rows { comments.remove(row) }
      rows = []
      for label in [subject, likes] { label.text = "" }
      return
    }
    content.isVisible = true
    let title = namesSubject ? listing.title : nil
    subject.text = title.map { localized("about “\($0)”") } ?? ""
    subject.isVisible = title != nil
    let summary = FeedbackSummary(listing.feedback, now: now())
    for row in rows { comments.remove(row) }
    rows = summary.comments.map(Self.row)
    for row in rows { comments.append(row) }
    comments.isVisible = !rows.isEmpty
    likes.text = summary.likes
    likes.isVisible = !summary.likes.isEmpty
    like.isOn = model.isLiked
  }

  private static func row(_ comment: FeedbackSummary.Comment) -> Widget {
    let (byline, text) = (Label(comment.byline), Label(comment.text))
    byline.style("caption")
    byline.style("dim-label")
    for label in [byline, text] { label.wrap() }
    text.makeSelectable()
    return Box(.vertical, spacing: 2, [byline, text])
  }

  private func comment() {
    let text = entry.text
    guard entry.isEnabled, let target else { return }
    entry.isEnabled = false
    Task { [weak self, model, target] in
      let isTaken = await model.comment(text, on: target)
      guard let self else { return }
      entry.isEnabled = true
      if isTaken, target == self.target { entry.text = "" }
    }
  }
}
#endif
