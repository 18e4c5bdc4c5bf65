#if Desktop
internal import Widgets

/// Keeps clicks and keys for a moment from what has come under the pointer without having been there when somebody looked: put there by another
/// program, or behind a click that was the first of two. Nobody can look that fast, and *Accept* may stand where something else stood.
final class ClickGuard {
  /// How long, from when it is drawn.
  private static let moment = Duration.milliseconds(700)

  /// What hides a text is obeyed at any time.
  private static let hidingKeys = ["Escape", "<Control>l"]

  private let dropFocus: () -> Void
  private let content: Widget
  private let shield: ClickShield
  private var release: Task<Void, Never>?
  private var closings = 0

  /// Called when everything gets through again.
  var opened: () -> Void = {}

  /// - Parameter content: all that is below the window's bar.
  convenience init(_ window: Window, _ content: Widget) {
    self.init(window, content) { [weak window] in window?.dropFocus() }
  }

  /// The same for a window above that one, which no program has shown.
  convenience init(_ window: SubWindow, _ content: Widget) { self.init(window, content) {} }

  /// The same for all of a window, whoever has made it.
  convenience init(_ window: Widget) { self.init(window, window) {} }

  private init(_ window: Widget, _ content: Widget, dropFocus: @escaping () -> Void) {
    (self.content, self.dropFocus) = (content, dropFocus)
    shield = ClickShield(over: content, in: window, passing: Self.hidingKeys)
  }

  /// Another program is about to have something else shown: nothing has the keyboard afterwards.
  func closeToOthers() {
    dropFocus()
    close(.all)
  }

  /// Something else is about to be shown.
  func close(_ keys: ClickShield.Keys = .withoutControl) {
    shield.raise(keys)
    release?.cancel()
    closings += 1
    // What is not drawn yet has not been seen for any time.
    content.onNextFrame { [weak self, closing = closings] in self?.open(after: closing) }
  }

  private func open(after closing: Int) {
    guard closing == closings else { return }
    release = Task { [weak self] in
      do { try await Task.sleep(for: Self.moment) } catch { return }
      // The moment may have been over as something else was about to be shown.
      guard let self, closing == closings else { return }
      shield.lower()
      opened()
    }
  }
}
#endif
