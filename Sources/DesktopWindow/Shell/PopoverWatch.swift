#if Desktop
internal import Widgets

/// Knows whether a menu or a list of the window's own is open, or was a moment ago: while one opens and closes, the desktop says that the window has lost the
/// keyboard, though nobody has left it.
final class PopoverWatch {
  private let window: Window
  private var wasOpen = false
  private var closed: ContinuousClock.Instant?
  private var openTurn = 0
  private var opened: ContinuousClock.Instant?
  /// How long such lists have been open in all since ``startOver()``.
  private var used = Duration.zero
  /// Called when they have been open for a while in all: with one open the desktop may not say that somebody has gone to another window. One that
  /// any program opens again whenever it closes counts as one that stays.
  var stayed: () -> Void = {}

  /// How long that is.
  private static let patience = Duration.seconds(5)

  /// How long a window may be without the keyboard after that.
  private static let moment = Duration.milliseconds(500)

  init(_ window: Window) {
    self.window = window
    window.onFocusChange { [weak self] in self?.follow() }
  }

  /// Whether the keyboard is where such a list is, or was.
  var isNear: Bool {
    // It may be gone already, and its focus not yet.
    if wasOpen || window.isInPopover { return true }
    return closed.map { $0.duration(to: .now) < Self.moment } ?? false
  }

  /// Counts anew how long they are open.
  func startOver() {
    used = .zero
    openTurn += 1
    if wasOpen { begin() }
  }

  private func follow() {
    let isOpen = window.isInPopover
    if wasOpen, !isOpen { end() }
    if isOpen, !wasOpen { begin() }
    wasOpen = isOpen
  }

  private func begin() {
    opened = .now
    Task { [weak self, turn = openTurn, rest = max(.zero, Self.patience - used)] in
      do { try await Task.sleep(for: rest) } catch { return }
      if let self, turn == openTurn { stayed() }
    }
  }

  private func end() {
    closed = .now
    openTurn += 1
    if let opened { used += opened.duration(to: .now) }
    opened = nil
  }
}
#endif
