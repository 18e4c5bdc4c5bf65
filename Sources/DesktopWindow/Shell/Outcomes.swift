#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// Tells what was done or could not be, and takes changes back.
final class Outcomes: TaskQuoting {
  private let toasts: ToastOverlay
  private let link: AgentLink
  private var changes = RecentChanges()
  private let quotes: QuotedTasks
  /// Whose words stand in what was told last.
  private var quoted: (item: QuotedItem?, tasks: Set<UUID>) = (nil, [])

  var widget: Widget { toasts }

  init(above widget: Widget, _ link: AgentLink, _ quotes: QuotedTasks) {
    (toasts, self.link, self.quotes) = (ToastOverlay(widget), link, quotes)
    toasts.expand(vertically: true)
    quotes.add(self)
  }

  /// Called with a task that was deleted and is back.
  var restored: (TaskRow) -> Void = { _ in }
  /// Called with a task that was made done and is to be done again.
  var reopened: (TaskRow) -> Void = { _ in }

  /// Whether what is told may lie over the page; see ``makeRoom()``.
  var mayCover: () -> Bool {
    get { toasts.mayCover }
    set { toasts.mayCover = newValue }
  }

  /// Called when what is told begins to lie over so many pixels at the bottom of the page, or does so no more: 0.
  var covered: (_ pixels: Int) -> Void {
    get { toasts.covered }
    set { toasts.covered = newValue }
  }

  /// Keeps what is told off a line at the bottom of a page.
  func keepFree(_ line: Widget) { toasts.keepFree(line) }

  /// Something has come that what is told may not lie over.
  func makeRoom() { toasts.makeRoom() }

  /// Tells an outcome; a change can be taken back for a while.
  func tell(_ outcome: Result<Notice, Failure>) { tell(outcome, isNew: true) }

  /// - Parameter isNew: whether a person has just done it, and not done it again.
  private func tell(_ outcome: Result<Notice, Failure>, isNew: Bool) {
    switch outcome {
    case .failure(let failure) where failure.isDeclined: break
    case .failure(let failure): show(failure.line)
    case .success(let notice):
      if notice.isFinal { changes.add(final: notice) }
      if let operation = notice.undo {
        changes.add(operation, again: notice.again, isNew: isNew)
        if notice.again?.words.isEmpty == false { quotes.look() }
        // Ctrl+Z takes it back all the same.
        if notice.isSeen, isNew { return }
        toasts.show(notice.text, button: localized("Undo")) { [weak self] in self?.undo(operation) }
      } else if let id = notice.again?.id {
        toasts.show(notice.text, button: localized("Redo")) { [weak self] in self?.redo(id) }
      } else {
        toasts.show(notice.text)
      }
      quote(notice)
    }
  }

  /// Tells no more what was told: another page is shown.
  func end() {
    quote(nil)
    toasts.end()
  }

  /// What has gone from the inbox, since its task was protected for instance, is told no more, nor remembered.
  func follow(_ items: [InboxRow]) {
    changes.follow(items)
    if quoted.item?.isGone(from: items) == true { end() }
  }

  var quotedTasks: Set<UUID> { quoted.tasks.union(changes.quotedTasks) }

  func forgetWords(of task: UUID) {
    changes.forgetWords(of: task)
    if quoted.tasks.contains(task) { end() }
  }

  private func show(_ text: String, of notice: Notice? = nil) {
    toasts.show(text)
    quote(notice)
  }

  /// - Parameter notice: nil for one without anybody's words.
  private func quote(_ notice: Notice?) {
    quoted = (notice?.item, notice?.tasks ?? [])
    if !quoted.tasks.isEmpty { quotes.look() }
  }

  /// Takes the latest change back that was made in this window and has not been taken back yet; says so where nothing can.
  func undoLatest() {
    switch changes.latest {
    case nil: show(localized("Nothing to undo"))
    case .operation(let operation): undo(operation)
    case .final(let notice):
      changes.remove(.final(notice))
      show(
        changes.latest == nil
          ? localized("This can’t be undone: \(notice.text)")
          : localized("This can’t be undone: \(notice.text). Ctrl+Z now undoes what was done before."), of: notice)
    }
  }

  /// Says of what was done last in the inbox that nothing takes it back. Nothing is taken back that is not seen there.
  func undoLatestInInbox() {
    guard case .final(let notice) = changes.latestInInbox else {
      return show(localized("Nothing to undo in the inbox"))
    }
    changes.remove(.final(notice))
    show(localized("This can’t be undone: \(notice.text)"), of: notice)
  }

  /// Makes once more what was taken back last.
  func redoLatest() {
    if let change = changes.latestUndone { redo(change.id) } else { show(localized("Nothing to redo")) }
  }

  private func undo(_ operation: Int64) {
    let again = changes.again(operation)
    changes.remove(.operation(operation))
    let actions = TaskActions(link) { [weak self] in self?.tell($0) }
    Task { [weak self] in
      let isDone = await actions.undo(
        operation, again: again,
        restored: { [weak self] in if $0.count == 1 { self?.restored($0[0]) } },
        reopened: { [weak self] in if $0.count == 1 { self?.reopened($0[0]) } })
      // What could not be taken back now may be later.
      if isDone { self?.changes.add(undone: again) } else { self?.changes.add(operation, again: again, isNew: false) }
    }
  }

  private func redo(_ id: UUID) {
    guard let change = changes.take(undone: id) else { return }
    let actions = TaskActions(link) { [weak self] in self?.tell($0, isNew: false) }
    Task { [weak self] in
      let isDone = await actions.redo(change) { [weak self] in
        self?.changes.replace($0, by: $1.id)
        self?.restored($1)
      }
      if !isDone { self?.changes.add(undone: change) }
    }
  }
}
#endif
