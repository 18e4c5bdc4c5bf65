#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import VaultClient
internal import Widgets

/// Tells what was done or could not be, and takes changes back.
final class Outcomes {
  private let toasts: ToastOverlay
  private let link: AgentLink
  private var changes = RecentChanges()

  var widget: Widget { toasts }

  init(above widget: Widget, _ link: AgentLink) {
    (toasts, self.link) = (ToastOverlay(widget), link)
    toasts.expand(vertically: true)
  }

  /// Whether what is told may lie over the page; see ``makeRoom()``.
  var mayCover: () -> Bool {
    get { toasts.mayCover }
    set { toasts.mayCover = newValue }
  }

  /// Something has come that what is told may not lie over.
  func makeRoom() { toasts.makeRoom() }

  /// Tells an outcome; a change can be taken back for a while.
  func tell(_ outcome: Result<Notice, Failure>) {
    switch outcome {
    case .failure(let failure) where failure.isDeclined: break
    case .failure(let failure): toasts.show(failure.line)
    case .success(let notice):
      if notice.isFinal { changes.add(final: notice.text) }
      guard let operation = notice.undo else { return toasts.show(notice.text) }
      changes.add(operation)
      // Ctrl+Z takes it back all the same.
      if notice.isSeen { return }
      toasts.show(notice.text, button: localized("Undo")) { [weak self] in self?.undo(operation) }
    }
  }

  /// Tells no more what was told: another page is shown.
  func end() { toasts.end() }

  /// Takes the latest change back that was made in this window and has not been taken back yet; says so where nothing can.
  func undoLatest() {
    switch changes.latest {
    case nil: toasts.show(localized("Nothing to undo"))
    case .operation(let operation): undo(operation)
    case .final(let text):
      changes.remove(.final(text))
      toasts.show(
        changes.latest == nil
          ? localized("This can’t be undone: \(text)")
          : localized("This can’t be undone: \(text). Ctrl+Z now undoes what was done before."))
    }
  }

  private func undo(_ operation: Int64) {
    changes.remove(.operation(operation))
    // What takes it back is no change to be taken back.
    let actions = TaskActions(link) { [weak self] in self?.tell($0.map { Notice($0.text) }) }
    Task {
      // What could not be taken back now may be later.
      if await !actions.undo(operation) { changes.add(operation) }
    }
  }
}
#endif
